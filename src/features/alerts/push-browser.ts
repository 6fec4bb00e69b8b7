// Pushes to this browser: asked for on a click, and never before.

const WORKER = "/sw.js"

/** "missing": this browser cannot; "denied": its owner forbade it, and only its settings allow it again. */
export type PushState = { kind: "missing" | "denied" | "off" } | { kind: "on"; endpoint: string }

const canPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window

/** Where pushes to this browser stand. Asks for nothing and starts nothing. */
export async function pushState(): Promise<PushState> {
  if (!canPush()) return { kind: "missing" }
  if (Notification.permission === "denied") return { kind: "denied" }
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  const subscription = await worker?.pushManager.getSubscription()
  return subscription ? { kind: "on", endpoint: subscription.endpoint } : { kind: "off" }
}

/** Subscribes this browser, after its owner was asked; null when they said no. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== "granted") return null
  await navigator.serviceWorker.register(WORKER)
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(publicKey),
  })
  return subscription.toJSON()
}

export async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}

/** base64url as bytes: not every browser takes the text. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}
