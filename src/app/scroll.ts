/** Remembers where each entry of the history was scrolled to, per document. */
export function createScrollMemory() {
  const positions = new Map<string, number>()
  let count = 0
  const nextKey = () => `${performance.timeOrigin}-${count++}`
  const currentKey = () => (history.state as { key?: string } | null)?.key ?? ""
  const remember = () => positions.set(currentKey(), window.scrollY)

  if (typeof window !== "undefined") {
    history.scrollRestoration = "manual"
    // A reload keeps its place; the first entry of a new document gets a key that no other document used.
    const kept = Number(sessionStorage.getItem(`scroll:${currentKey()}`) ?? 0)
    if (kept > 0) window.scrollTo(0, kept)
    if (currentKey() === "") history.replaceState({ key: nextKey() }, "")
    addEventListener("scroll", remember, { passive: true })
    addEventListener("pagehide", () => sessionStorage.setItem(`scroll:${currentKey()}`, String(window.scrollY)))
  }
  return {
    push(address: string) {
      // The place was remembered as it was scrolled to: by now the new page shows, and a shorter one has cut it off.
      history.pushState({ key: nextKey() }, "", address)
    },
    replace: (address: string) => history.replaceState({ key: currentKey() }, "", address),
    restore: () => window.scrollTo(0, positions.get(currentKey()) ?? 0),
  }
}
