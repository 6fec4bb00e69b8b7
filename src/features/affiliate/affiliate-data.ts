type Way = { label: string; to: string }

/** What the page of the program shows: finished texts. */
export type AffiliateData = {
  heading: string
  lead: string
  state: string
  roles: { heading: string; items: { id: string; title: string; text: string }[] }
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
