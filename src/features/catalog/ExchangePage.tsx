export default function ExchangePage() {
  return <p>soon</p>
}
