export default function CurrencyListPage() {
  return <p>soon</p>
}
