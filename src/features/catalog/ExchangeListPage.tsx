export default function ExchangeListPage() {
  return <p>soon</p>
}
