// How components move between pages without knowing how pages are loaded. Paths here carry no language prefix.
import {
  type AnchorHTMLAttributes,
  createContext,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
} from "react"
import { useI18n } from "../i18n/I18n.tsx"
import { localePath } from "../i18n/locales.ts"

export type NavigateOptions = {
  /** Replaces the current entry of the history instead of adding one. */
  replace?: boolean
  /** Keeps the scroll position, for changes within a page. */
  keepScroll?: boolean
}

export type Navigation = {
  /** Goes to an address of this site, prefix included. */
  navigate: (address: string, options?: NavigateOptions) => void
  /** Fetches what a page will need, when somebody points at its link. */
  prefetch: (address: string) => void
}

/** On the server and before hydration links and forms are plain HTML. */
const Context = createContext<Navigation>({ navigate: () => {}, prefetch: () => {} })
export const NavigationProvider = Context

export function useNavigation(): Navigation {
  return useContext(Context)
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  to: string
  keepScroll?: boolean
  children: ReactNode
}

/** A link within the site, in the language of the page. Modified clicks and other buttons stay with the browser. */
export function Link({ to, keepScroll, children, onClick, ...rest }: LinkProps) {
  const { locale } = useI18n()
  const { navigate, prefetch } = useNavigation()
  const address = localePath(locale, to)
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain || rest.target === "_blank") return
    event.preventDefault()
    navigate(address, { keepScroll: keepScroll ?? false })
  }
  return (
    <a
      {...rest}
      href={address}
      onClick={follow}
      onPointerEnter={() => prefetch(address)}
      onFocus={() => prefetch(address)}
    >
      {children}
    </a>
  )
}

/** The query that a form stands for: empty fields are left out, fields of one name become one comma-separated value. */
export function formQuery(form: HTMLFormElement): string {
  const values = new Map<string, string>()
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string" || value.trim() === "") continue
    values.set(name, values.has(name) ? `${values.get(name)},${value}` : value)
  }
  return new URLSearchParams([...values]).toString().replaceAll("%2C", ",")
}

/** A GET form that works without JavaScript and, with it, changes the page in place. */
export function QueryForm(props: {
  to: string
  className?: string
  label: string
  children: ReactNode
  submitOnChange?: boolean
}) {
  const { locale } = useI18n()
  const { navigate } = useNavigation()
  const action = localePath(locale, props.to)
  function send(form: HTMLFormElement) {
    const query = formQuery(form)
    navigate(query ? `${action}?${query}` : action, { keepScroll: true })
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    send(event.currentTarget)
  }
  return (
    <form
      action={action}
      method="get"
      role="search"
      aria-label={props.label}
      className={props.className}
      onSubmit={submit}
      onChange={(event) => {
        const field = event.target as HTMLElement
        const isChoice =
          field instanceof HTMLSelectElement ||
          (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type))
        if (props.submitOnChange && isChoice) send(event.currentTarget)
      }}
    >
      {props.children}
    </form>
  )
}
