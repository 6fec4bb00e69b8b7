export default function AlertsLandingPage() {
  return null
}
