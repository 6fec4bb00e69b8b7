import { useI18n } from "../../i18n/I18n.tsx"
import { Field, inputProps } from "../../ui/Field.tsx"
import { OFFER_CATEGORIES } from "../market/words.ts"
import { CATEGORY_LABEL } from "../offers/labels.ts"
import { type FieldsProps, idOf, NumberField } from "./NumberField.tsx"
import { type FilterDraft, takesOneOffer } from "./draft.ts"
import { OfferPicker } from "./OfferPicker.tsx"
import type { Option } from "./page-data.ts"

/** What the alert watches: everything that fits filters, or one offer; for the best offer a currency, and what the person holds. */
export function WatchFields(props: FieldsProps) {
  const { t } = useI18n()
  const { draft, dispatch, data, problem } = props
  const ignored = data.prefill?.ignored ?? []
  const canBeOne = takesOneOffer(draft.type)
  const isOne = canBeOne && draft.scope === "offer"
  const picker = (label: string, hint: string) => (
    <OfferPicker
      label={label}
      hint={hint}
      offer={draft.offer}
      problem={problem("offerId")}
      onChoose={(offer) => dispatch({ type: "offerChosen", offer })}
    />
  )
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t("alerts:form.watch")}</legend>
      {canBeOne && (
        <div className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
          {(["filter", "offer"] as const).map((scope) => (
            <label key={scope} className="flex items-center gap-2">
              <input
                type="radio"
                name="scope"
                value={scope}
                checked={draft.scope === scope}
                onChange={() => dispatch({ type: "set", change: { scope } })}
                className="size-5 accent-honey"
              />
              {t(`alerts:scope.${scope}`)}
            </label>
          ))}
        </div>
      )}
      {isOne ? (
        picker(t("alerts:picker.label"), t("alerts:picker.hint"))
      ) : (
        <>
          {ignored.length > 0 && (
            <p className="mb-4 rounded-lg bg-honey-soft px-4 py-2.5 text-[0.9375rem]">
              {t("alerts:form.ignored", { filters: ignored.map((name) => t(`alerts:ignored.${name}`)).join(", ") })}
            </p>
          )}
          <Filters {...props} />
          {draft.type === "bestOffer" && (
            <div className="mt-4">{picker(t("alerts:picker.held"), t("alerts:picker.heldHint"))}</div>
          )}
        </>
      )}
    </fieldset>
  )
}

function Filters({ draft, dispatch, data, problem }: FieldsProps) {
  const { t } = useI18n()
  const { filter } = draft
  const set = (name: keyof FilterDraft, value: string | string[]) => dispatch({ type: "filter", name, value })
  const text = (name: keyof FilterDraft) => (typeof filter[name] === "string" ? filter[name] : "")
  const list = (name: keyof FilterDraft) => (Array.isArray(filter[name]) ? filter[name] : [])
  const choice = (name: keyof FilterDraft, label: string, none: string, options: readonly Option[]) => {
    const id = idOf(`filter.${name}`)
    const wrong = problem(`filter.${name}`)
    // An alert may name what the lists of the form do not.
    const chosen = text(name)
    const known = chosen === "" || options.some(({ value }) => value === chosen)
    return (
      <Field id={id} label={label} problem={wrong}>
        <select
          {...inputProps(id, wrong)}
          value={chosen}
          onChange={(event) => set(name, event.target.value)}
          className="field"
        >
          <option value="">{none}</option>
          {!known && <option value={chosen}>{chosen}</option>}
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </Field>
    )
  }
  const bound = (name: keyof FilterDraft, label: string) => (
    <NumberField
      field={`filter.${name}`}
      label={label}
      value={text(name)}
      problem={problem(`filter.${name}`)}
      onChange={(value) => set(name, value)}
    />
  )
  const hasMore = (["exchangeIds", "protocolIds", "walletIds"] as const).some((name) => list(name).length > 0)
  return (
    <>
      <div className="grid gap-4 tablet:grid-cols-3">
        {choice("currencyId", t("offers:filter.currency"), t("offers:filter.allCurrencies"), data.options.currencyId)}
        {choice(
          "offerType",
          t("offers:filter.type"),
          t("offers:filter.allTypes"),
          OFFER_CATEGORIES.map((value) => ({ value, label: t(CATEGORY_LABEL[value]) })),
        )}
        {choice("blockchain", t("offers:filter.chain"), t("offers:filter.allChains"), data.options.blockchain)}
      </div>
      <div className="mt-4 grid grid-cols-2 gap-4 desktop:grid-cols-4">
        {bound("apyFrom", t("offers:filter.apyFrom"))}
        {bound("apyTo", t("offers:filter.apyTo"))}
        {bound("tvlFrom", t("offers:filter.tvlFrom"))}
        {bound("tvlTo", t("offers:filter.tvlTo"))}
      </div>
      <details className="mt-4" open={hasMore || undefined}>
        <summary className="text-link">{t("alerts:form.providers")}</summary>
        <div className="mt-3 grid gap-4 tablet:grid-cols-3">
          {(
            [
              ["exchangeIds", t("common:nav.exchanges")],
              ["protocolIds", t("common:nav.protocols")],
              ["walletIds", t("common:nav.wallets")],
            ] as const
          ).map(([name, label]) => (
            <Ticks
              key={name}
              label={label}
              options={data.options[name]}
              chosen={list(name)}
              onChange={(value) => set(name, value)}
            />
          ))}
        </div>
      </details>
    </>
  )
}

type TicksProps = {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Ticks({ label, options, chosen, onChange }: TicksProps) {
  const all = [
    ...chosen
      .filter((value) => !options.some((option) => option.value === value))
      .map((value) => ({ value, label: value })),
    ...options,
  ]
  if (all.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm text-muted">{label}</legend>
      <div className="flex max-h-44 flex-col gap-0.5 overflow-y-auto rounded-lg border border-line p-2" tabIndex={0}>
        {all.map(({ value, label: text }) => (
          <label key={value} className="flex items-center gap-2 rounded px-1 py-0.5 text-sm hover:bg-raised">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, value] : chosen.filter((it) => it !== value))
              }
              className="size-4 shrink-0 accent-honey"
            />
            <span className="truncate">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
