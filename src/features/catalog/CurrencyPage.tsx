export default function CurrencyPage() {
  return <p>soon</p>
}
