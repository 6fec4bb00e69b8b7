type Way = { label: string; to: string }

/** What the page of the program shows: finished texts. */
export type AffiliateData = {
  heading: string
  lead: string
  state: string
  /** For the visitor, and around what the browser fills in for the signed-in. */
  own: { heading: string; payout: string; join: string; joinText: string }
  roles: { heading: string; items: { id: string; title: string; text: string; share: string }[] }
  tracking: {
    heading: string
    intro: string
    columns: { link: string; cookie: string; role: string; kept: string }
    rows: { link: string; cookie: string; role: string; kept: string }[]
    rules: string[]
  }
  unchanged: { heading: string; items: string[]; link: Way }
  asked: { heading: string; items: string[] }
  contact: Way
}
