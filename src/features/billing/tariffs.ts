// The three plans and what each includes (spec 3, 9). Prices stand here and nowhere else.

export const TARIFF_CODES = ["free", "pro", "proPlus"] as const
export type TariffCode = (typeof TARIFF_CODES)[number]

export const TARIFF_PERIODS = ["monthly", "yearly"] as const
/** How often a plan is billed. */
export type TariffPeriod = (typeof TARIFF_PERIODS)[number]

export type Tariff = {
  id: string
  code: TariffCode
  name: string
  currency: "USD"
  /** Per month, when billed monthly. */
  monthCost: number
  /** Per year, when billed yearly. */
  yearCost: number
  /** The payment provider's product ids; null where there is nothing to pay. */
  monthProductId: string | null
  yearProductId: string | null
  /** How many alerts may exist. */
  alertCount: number
  alertTypes: readonly string[]
  /** How many notifications are sent per month. */
  notificationCount: number
  /** Days of APY history; null = all there is. */
  apyHistory: number | null
  exportCsv: boolean
  noAds: boolean
  /** Alerts about the status of offers. */
  offerStatusHistory: boolean
}

/** New-offer alerts are in every plan; alerts about an offer's status in paid ones (spec 6). */
const FREE_ALERTS = ["newOffer", "rateThreshold", "rateMove", "bestOffer"] as const
const PAID_ALERTS = [...FREE_ALERTS, "offerStatus", "promoEnds", "tvlDrop"] as const

export const TARIFFS: readonly Tariff[] = [
  {
    id: "1",
    code: "free",
    name: "Free",
    currency: "USD",
    monthCost: 0,
    yearCost: 0,
    monthProductId: null,
    yearProductId: null,
    alertCount: 1,
    alertTypes: FREE_ALERTS,
    notificationCount: 10,
    apyHistory: 30,
    exportCsv: false,
    noAds: false,
    offerStatusHistory: false,
  },
  {
    id: "2",
    code: "pro",
    name: "Pro",
    currency: "USD",
    monthCost: 12,
    yearCost: 108,
    monthProductId: "pro-monthly",
    yearProductId: "pro-yearly",
    alertCount: 10,
    alertTypes: PAID_ALERTS,
    notificationCount: 100,
    apyHistory: null,
    exportCsv: false,
    noAds: true,
    offerStatusHistory: true,
  },
  {
    id: "3",
    code: "proPlus",
    name: "Pro+",
    currency: "USD",
    monthCost: 29,
    yearCost: 264,
    monthProductId: "pro-plus-monthly",
    yearProductId: "pro-plus-yearly",
    alertCount: 100,
    alertTypes: PAID_ALERTS,
    notificationCount: 1000,
    apyHistory: null,
    exportCsv: true,
    noAds: true,
    offerStatusHistory: true,
  },
]

const BY_CODE = Object.fromEntries(TARIFFS.map((tariff) => [tariff.code, tariff])) as Record<TariffCode, Tariff>

/** The tariff of a plan code. */
export const tariffOf = (code: TariffCode): Tariff => BY_CODE[code]
