// Shows the pushes of alerts and opens what they are about. It keeps no pages: the site is read as it is now.

self.addEventListener("install", () => self.skipWaiting())
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

self.addEventListener("push", (event) => {
  let message
  try {
    message = event.data.json()
  } catch {
    return
  }
  const { title, body, url, tag } = message
  // One tag is one message: what comes twice is shown once, and without a second sound.
  event.waitUntil(
    self.registration.showNotification(String(title), {
      body: String(body),
      tag: String(tag),
      icon: "/apple-touch-icon.png",
      data: { url: String(url) },
    }),
  )
})

self.addEventListener("notificationclick", (event) => {
  event.notification.close()
  const target = new URL(event.notification.data.url, self.location.origin)
  if (target.origin === self.location.origin) event.waitUntil(show(target.href))
})

/** In the tab that shows it already, else in a new one. */
async function show(address) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
  const tab = tabs.find(({ url }) => url === address)
  await (tab ? tab.focus() : self.clients.openWindow(address))
}
