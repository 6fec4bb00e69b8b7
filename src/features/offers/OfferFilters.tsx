import { useI18n } from "../../i18n/I18n.tsx"
import { Choice, Tick } from "../../ui/Filter.tsx"
import { QueryForm } from "../../ui/navigation.tsx"
import type { OfferListData, Option } from "./list-data.ts"
import { OFFER_CATEGORIES } from "../market/words.ts"
import { CATEGORY_LABEL } from "./labels.ts"

/** All filters as one GET form: it works without JavaScript, and with it a choice acts at once. */
export function OfferFilters({ data }: { data: OfferListData }) {
  const { t } = useI18n()
  const { query, options } = data
  const more = [
    query.apyFrom,
    query.apyTo,
    query.tvlFrom,
    query.tvlTo,
    query.exchangeIds,
    query.protocolIds,
    query.walletIds,
  ]
  return (
    <QueryForm to={data.path} label={t("offers:filter.label")} submitOnChange className="filter-form panel mb-4 p-4">
      {query.sort && <input type="hidden" name="sort" value={query.sort} />}
      {query.order && <input type="hidden" name="order" value={query.order} />}
      {query.show && <input type="hidden" name="show" value={query.show.join(",")} />}
      <div className="grid grid-cols-2 gap-3 tablet:grid-cols-3 desktop:grid-cols-6">
        <Labelled label={t("offers:filter.amount")} hint={t("offers:filter.amountHint")}>
          <input
            name="amount"
            type="number"
            inputMode="decimal"
            min="0"
            step="any"
            defaultValue={query.amount ?? ""}
            placeholder="2000"
            className="field"
          />
        </Labelled>
        <Labelled label={t("offers:filter.currency")}>
          <Choice name="currencyId" options={options.currencies} all={t("offers:filter.allCurrencies")} />
        </Labelled>
        <Labelled label={t("offers:filter.search")} isWide>
          <input
            name="search"
            type="search"
            maxLength={100}
            defaultValue={query.search ?? ""}
            placeholder={t("offers:filter.searchExample")}
            className="field"
          />
        </Labelled>
        {data.list === "earn" && (
          <Labelled label={t("offers:filter.type")} isExtra>
            <Choice
              name="offerType"
              all={t("offers:filter.allTypes")}
              options={OFFER_CATEGORIES.map((category) => ({
                value: category,
                label: t(CATEGORY_LABEL[category]),
                chosen: query.offerType === category,
              }))}
            />
          </Labelled>
        )}
        <Labelled label={t("offers:filter.chain")} isExtra>
          <Choice name="blockchain" options={options.blockchains} all={t("offers:filter.allChains")} />
        </Labelled>
        <Labelled label={t("offers:filter.cash")} isExtra>
          <Choice
            name="cashWithin"
            all={t("offers:filter.anyTime")}
            options={([0, 24, 168, 720] as const).map((hours) => ({
              value: String(hours),
              label: t(`offers:filter.cash${hours}`),
              chosen: query.cashWithin === hours,
            }))}
          />
        </Labelled>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Tick name="stablecoin" label={t("offers:filter.stablecoin")} checked={query.stablecoin === true} />
        <Tick name="commissionFree" label={t("offers:filter.commissionFree")} checked={query.commissionFree === true} />
        <button type="submit" className="button button-main">
          {t("offers:filter.apply")}
        </button>
      </div>
      <details className="mt-3" open={more.some((value) => value !== null)}>
        <summary className="text-sm text-link">{t("offers:filter.more")}</summary>
        <div className="mt-3 grid grid-cols-2 gap-3 desktop:grid-cols-4">
          <Range name="apyFrom" label={t("offers:filter.apyFrom")} value={query.apyFrom} />
          <Range name="apyTo" label={t("offers:filter.apyTo")} value={query.apyTo} />
          <Range name="tvlFrom" label={t("offers:filter.tvlFrom")} value={query.tvlFrom} />
          <Range name="tvlTo" label={t("offers:filter.tvlTo")} value={query.tvlTo} />
        </div>
        <div className="mt-4 grid gap-4 tablet:grid-cols-3">
          <Checks name="exchangeIds" label={t("common:nav.exchanges")} options={options.exchanges} />
          <Checks name="protocolIds" label={t("common:nav.protocols")} options={options.protocols} />
          <Checks name="walletIds" label={t("common:nav.wallets")} options={options.wallets} />
        </div>
      </details>
    </QueryForm>
  )
}

type LabelledProps = {
  label: string
  hint?: string /** On phones only beside the further filters. */
  isExtra?: boolean
  /** On phones as wide as the form. */
  isWide?: boolean
  children: React.ReactNode
}

function Labelled({ label, hint, isExtra, isWide, children }: LabelledProps) {
  return (
    <label
      className={`flex min-w-0 flex-col gap-1 text-sm ${isExtra ? "filter-extra" : ""} ${isWide ? "max-tablet:col-span-2" : ""}`}
    >
      <span className="text-muted" title={hint}>
        {label}
      </span>
      {children}
    </label>
  )
}

function Range({ name, label, value }: { name: string; label: string; value: number | null }) {
  return (
    <Labelled label={label}>
      <input name={name} type="number" inputMode="decimal" step="any" defaultValue={value ?? ""} className="field" />
    </Labelled>
  )
}

function Checks({ name, label, options }: { name: string; label: string; options: readonly Option[] }) {
  if (options.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm text-muted">{label}</legend>
      <div className="flex max-h-44 flex-col gap-0.5 overflow-y-auto rounded-lg border border-line p-2" tabIndex={0}>
        {options.map(({ value, label: text, chosen }) => (
          <label key={value} className="flex items-center gap-2 rounded px-1 py-0.5 text-sm hover:bg-raised">
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={chosen}
              className="size-4 shrink-0 accent-honey"
            />
            <span className="truncate">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
