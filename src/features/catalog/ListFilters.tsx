import { useI18n } from "../../i18n/I18n.tsx"
import { Choice, Tick } from "../../ui/Filter.tsx"
import { QueryForm } from "../../ui/navigation.tsx"
import type { Field, ListData } from "./list-data.ts"

/** The filters of a list as one GET form: it works without JavaScript, and with it a choice acts at once. */
export function ListFilters({ data }: { data: ListData<unknown> }) {
  const { t } = useI18n()
  const checks = data.fields.filter((field) => field.kind === "checks")
  return (
    <QueryForm to={data.path} label={t("catalog:filter.label")} submitOnChange className="panel p-4">
      {data.kept.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid grid-cols-2 gap-3 tablet:grid-cols-4 desktop:grid-cols-6">
        <label className="col-span-2 flex min-w-0 flex-col gap-1 text-sm">
          <span className="text-muted">{t("catalog:filter.search")}</span>
          <input name="search" type="search" maxLength={100} defaultValue={data.search ?? ""} className="field" />
        </label>
        {data.fields.map(
          (field) =>
            field.kind === "select" && (
              <label key={field.name} className="flex min-w-0 flex-col gap-1 text-sm">
                <span className="text-muted">{field.label}</span>
                <Choice name={field.name} options={field.options} all={field.all} />
              </label>
            ),
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        {data.fields.map(
          (field) =>
            field.kind === "flag" && (
              <Tick key={field.name} name={field.name} label={field.label} checked={field.checked} />
            ),
        )}
        <button type="submit" className="button button-main">
          {t("catalog:filter.apply")}
        </button>
      </div>
      {checks.length > 0 && (
        <details className="mt-3" open={checks.some(({ options }) => options.some(({ chosen }) => chosen))}>
          <summary className="text-sm text-link">{t("catalog:filter.more")}</summary>
          <div className="mt-3 flex flex-col gap-3">
            {checks.map((field) => (
              <Checks key={field.name} field={field} />
            ))}
          </div>
        </details>
      )}
    </QueryForm>
  )
}

function Checks({ field }: { field: Extract<Field, { kind: "checks" }> }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm text-muted">{field.label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {field.options.map(({ value, label, chosen }) => (
          <Tick key={value} name={field.name} value={value} label={label} checked={chosen} />
        ))}
      </div>
    </fieldset>
  )
}
