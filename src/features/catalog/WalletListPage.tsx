export default function WalletListPage() {
  return <p>soon</p>
}
