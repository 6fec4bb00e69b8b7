/** The picture of an entity, beside its name and therefore without words of its own. */
export function Logo(props: {
  kind: "currency" | "exchange" | "protocol" | "wallet" | "card"
  slug: string
  size?: 20 | 24 | 32 | 48
}) {
  const size = props.size ?? 24
  return (
    <img
      src={`/logos/${props.kind}/${props.slug}.svg`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="logo"
    />
  )
}
