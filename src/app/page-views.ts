// Page views for the operator's own counting, if there is one: on route changes, not on shallow ones (spec 4), and only on the
// production host (spec 7). One small interface, so that whoever counts can be exchanged.

export type PageViews = { view: (address: string) => void }

export type PageViewSettings = {
  /** Where views are sent; null = nobody counts. */
  endpoint: string | null
  /** The host of PUBLIC_URL: anywhere else nothing is sent. */
  host: string
}

type Deps = { currentHost: string; send: (url: string, body: string) => void }

/** Sends the path alone, without its query: what somebody filters for is nobody's business. */
export function createPageViews({ endpoint, host }: PageViewSettings, { currentHost, send }: Deps): PageViews {
  let last: string | null = null
  return {
    view(address) {
      const path = address.split(/[?#]/)[0] ?? address
      if (endpoint === null || currentHost !== host || path === last) return
      last = path
      send(endpoint, JSON.stringify({ path }))
    },
  }
}
