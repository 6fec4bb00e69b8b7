// The controls of a filter form.

/** A checkbox; without `value` it says true. Unchecked it is absent from the address (spec 5). */
export function Tick({
  name,
  value = "true",
  label,
  checked,
}: {
  name: string
  value?: string
  label: string
  checked: boolean
}) {
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={checked}
        className="size-4 shrink-0 accent-honey"
      />
      {label}
    </label>
  )
}

type Option = { value: string; label: string; chosen: boolean }

/** One of several, or none of them. */
export function Choice({ name, options, all }: { name: string; options: readonly Option[]; all: string }) {
  return (
    <select name={name} defaultValue={options.find((option) => option.chosen)?.value ?? ""} className="field">
      <option value="">{all}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
