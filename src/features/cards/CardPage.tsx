export default function CardPage() {
  return <p>soon</p>
}
