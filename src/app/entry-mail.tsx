// The mail renderer that the build makes for web and worker. Like that of the pages it gets everything handed in.
import { renderToStaticMarkup } from "react-dom/server"
import { MailLayout } from "../features/mail/MailLayout.tsx"
import type { RenderMail } from "../features/mail/write.server.ts"

/** Outlook lays out by its own rules unless it sees this. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

export const renderMail: RenderMail = (content, frame) =>
  DOCTYPE + renderToStaticMarkup(<MailLayout content={content} frame={frame} />)
