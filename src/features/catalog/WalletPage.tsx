export default function WalletPage() {
  return <p>soon</p>
}
