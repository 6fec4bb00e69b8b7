export default function BlogPage() {
  return null
}
