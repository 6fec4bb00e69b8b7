export default function LegalPage() {
  return null
}
