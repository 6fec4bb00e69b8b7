export default function ProtocolListPage() {
  return <p>soon</p>
}
