export default function ProtocolPage() {
  return <p>soon</p>
}
