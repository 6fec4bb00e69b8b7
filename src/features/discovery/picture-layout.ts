// The layout of an Open Graph picture as a tree for satori. One weight: of a variable font satori reads only the regular one.
import { createElement, type CSSProperties, type ReactElement } from "react"
import { type PictureContent, textWidth } from "./picture-content.ts"

export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 630

/** The tokens of the light theme (styles.css). */
const GROUND = "#faf9f7"
const SURFACE = "#ffffff"
const LINE = "#e4e0d8"
const INK = "#1f1b16"
const MUTED = "#635c52"
const HONEY = "#f0a91b"
const GOOD = "#1a6b3c"

const box = (style: CSSProperties, ...children: (ReactElement | string | null)[]) =>
  createElement("div", { style: { display: "flex", boxSizing: "border-box", ...style } }, ...children)

/** The whole picture. `mark` is the site's mark as a data: address. */
export function pictureTree(content: PictureContent, siteName: string, mark: string): ReactElement {
  const { kicker, title, detail, rate, rows, date, address } = content
  return box(
    {
      flexDirection: "column",
      justifyContent: "space-between",
      width: PICTURE_WIDTH,
      height: PICTURE_HEIGHT,
      padding: "56px 64px 48px",
      backgroundColor: GROUND,
      borderBottom: `16px solid ${HONEY}`,
      color: INK,
    },
    box(
      { alignItems: "center", justifyContent: "space-between", width: "100%" },
      box(
        { alignItems: "center", fontSize: 40 },
        createElement("img", { src: mark, width: 56, height: 56, style: { marginRight: 18 } }),
        siteName,
      ),
      kicker === null
        ? null
        : box(
            {
              fontSize: 30,
              color: MUTED,
              border: `2px solid ${LINE}`,
              borderRadius: 999,
              padding: "6px 24px",
              backgroundColor: SURFACE,
            },
            kicker,
          ),
    ),
    box(
      { flexDirection: "column", width: "100%" },
      box({ fontSize: titleSize(title, rows.length > 0), lineHeight: 1.15, maxHeight: 290, overflow: "hidden" }, title),
      detail === null ? null : box({ fontSize: 40, color: MUTED, marginTop: 10 }, detail),
      rate === null
        ? null
        : box(
            { alignItems: "flex-end", marginTop: 22, color: GOOD },
            box({ fontSize: textWidth(rate.text) > 12 ? 84 : 124, lineHeight: 1 }, rate.text),
            rate.kind === null ? null : box({ fontSize: 48, marginLeft: 22, marginBottom: 8, color: MUTED }, rate.kind),
          ),
      ...rows.map(({ name, rate: figure }, at) =>
        box(
          {
            justifyContent: "space-between",
            width: "100%",
            fontSize: 36,
            padding: "12px 0",
            marginTop: at === 0 ? 18 : 0,
            borderTop: `2px solid ${LINE}`,
          },
          name,
          box({ color: GOOD }, figure),
        ),
      ),
    ),
    box(
      { alignItems: "baseline", justifyContent: "space-between", width: "100%", fontSize: 28, color: MUTED },
      box({}, address),
      date === null ? null : box({}, date),
    ),
  )
}

/** Long titles are smaller, so that they stay within three lines, and within two above rows. */
function titleSize(title: string, hasRows: boolean): number {
  const width = textWidth(title)
  if (width <= 22) return hasRows ? 72 : 88
  if (width <= 44) return hasRows ? 60 : 68
  return hasRows ? 46 : 54
}
