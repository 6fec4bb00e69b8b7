import { Link } from "../../ui/navigation.tsx"
import type { TextSection } from "./data.ts"

/** Sections of a text, each with its heading and, where there is one, a link to read on. */
export function TextSections({ sections }: { sections: readonly TextSection[] }) {
  return sections.map(({ id, title, texts, link }) => (
    <section key={id} aria-labelledby={id} className="mt-8">
      <h2 id={id}>{title}</h2>
      {texts.map((text) => (
        <p key={text} className="mt-2">
          {text}
        </p>
      ))}
      {link && (
        <p className="mt-2">
          <Link to={link.to} className="text-link">
            {link.label}
          </Link>
        </p>
      )}
    </section>
  ))
}
