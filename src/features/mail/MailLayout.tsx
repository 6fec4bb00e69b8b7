// The look of all mails. Mail programs know tables and inline styles; the style sheet only turns colours round in the dark.
import { Body } from "@react-email/body"
import { Button } from "@react-email/button"
import { Container } from "@react-email/container"
import { Head } from "@react-email/head"
import { Html } from "@react-email/html"
import { Preview } from "@react-email/preview"
import { Section } from "@react-email/section"
import type { CSSProperties } from "react"
import type { MailContent, MailFrame } from "./content.ts"

/** The site's tokens (styles.css) in numbers, because mail programs know no variables: light here, dark in the style sheet. */
const INK = "#1f1b16"
const MUTED = "#635c52"
const LINE = "#e4e0d8"
const LINK = "#8a4b06"
const DARK = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground, .ground td { background-color: #14120f !important; }
  .surface, .surface td, .surface th { background-color: #1c1916 !important; border-color: #38332b !important; }
  .ink { color: #f1ece3 !important; }
  .muted { color: #b0a799 !important; }
  .link { color: #f5c25b !important; }
}`

const font: CSSProperties = {
  fontFamily: "Inter, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', sans-serif",
}
const text: CSSProperties = { ...font, margin: "0 0 16px", fontSize: 16, lineHeight: "24px", color: INK }
const small: CSSProperties = { ...font, margin: "0 0 8px", fontSize: 13, lineHeight: "20px", color: MUTED }
const link: CSSProperties = { color: LINK, wordBreak: "break-all" }
const cell: CSSProperties = {
  ...font,
  padding: "8px 0",
  borderTop: `1px solid ${LINE}`,
  fontSize: 15,
  lineHeight: "22px",
  verticalAlign: "top",
}

export function MailLayout({ content, frame }: { content: MailContent; frame: MailFrame }) {
  const { subject, preheader, heading, paragraphs, rows = [], button, footnote } = content
  return (
    <Html lang={frame.lang}>
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Numbers and dates are no telephone numbers and appointments to be underlined. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <style>{DARK}</style>
      </Head>
      <Body className="ground" style={{ margin: 0, padding: "24px 12px", backgroundColor: "#faf9f7" }}>
        <Preview>{preheader}</Preview>
        <Container style={{ maxWidth: 560 }}>
          <p className="ink" style={{ ...text, margin: "0 0 16px 4px", fontWeight: 700 }}>
            <a href={frame.site.url} className="ink" style={{ color: INK, textDecoration: "none" }}>
              {frame.site.name}
            </a>
          </p>
          <Section
            className="surface"
            style={{
              backgroundColor: "#ffffff",
              border: `1px solid ${LINE}`,
              borderRadius: 12,
              padding: "28px 24px 12px",
            }}
          >
            <h1 className="ink" style={{ ...text, fontSize: 22, lineHeight: "30px", fontWeight: 700 }}>
              {heading}
            </h1>
            {paragraphs.map((paragraph, at) => (
              // A mail never changes: the place is as good a key as any.
              <p key={at} className="ink" style={text}>
                {paragraph}
              </p>
            ))}
            {rows.length > 0 && <Rows rows={rows} />}
            {button && <Action button={button} fallback={frame.linkFallback} />}
            {footnote !== undefined && (
              <p className="muted" style={{ ...small, margin: "0 0 16px" }}>
                {footnote}
              </p>
            )}
          </Section>
          <Footer frame={frame} />
        </Container>
      </Body>
    </Html>
  )
}

function Rows({ rows }: { rows: NonNullable<MailContent["rows"]> }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ margin: "0 0 20px", borderCollapse: "collapse" }}>
      <tbody>
        {rows.map(({ label, value }, at) => (
          <tr key={at}>
            <th scope="row" className="muted" style={{ ...cell, color: MUTED, textAlign: "left", fontWeight: 400 }}>
              {label}
            </th>
            <td className="ink" style={{ ...cell, color: INK, textAlign: "right", paddingLeft: 16, fontWeight: 600 }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Action({
  button: { label, href },
  fallback,
}: {
  button: NonNullable<MailContent["button"]>
  fallback: string
}) {
  return (
    <>
      <Button
        href={href}
        style={{
          ...font,
          margin: "4px 0 20px",
          padding: "12px 22px",
          borderRadius: 8,
          backgroundColor: "#f0a91b",
          color: "#1c1403",
          fontSize: 16,
          fontWeight: 600,
        }}
      >
        {label}
      </Button>
      <p className="muted" style={{ ...small, margin: "0 0 16px" }}>
        {fallback}
        <br />
        <a href={href} className="link" style={link}>
          {href}
        </a>
      </p>
    </>
  )
}

function Footer({ frame: { site, lines, unsubscribe } }: { frame: MailFrame }) {
  return (
    <Section style={{ padding: "16px 4px" }}>
      {lines.map((line, at) => (
        <p key={at} className="muted" style={small}>
          {line}
        </p>
      ))}
      <p className="muted" style={small}>
        <a href={site.url} className="link" style={link}>
          {site.url}
        </a>
        {unsubscribe && (
          <>
            {" · "}
            <a href={unsubscribe.href} className="link" style={{ color: LINK }}>
              {unsubscribe.label}
            </a>
          </>
        )}
      </p>
    </Section>
  )
}
