export default function SitemapPage() {
  return null
}
