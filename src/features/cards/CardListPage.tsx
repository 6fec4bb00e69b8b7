export default function CardListPage() {
  return <p>soon</p>
}
