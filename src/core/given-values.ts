// Values that an operator gives, as several features take them.
import { z } from "zod"

/** One line of text. Controls, and the marks that turn the direction of the text around them, have no place in it. */
export function lineText(longest: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, "has a control character")
}

/** The name under which a thing is kept: a part of an address. */
export const slugText = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "may have small letters, digits and single hyphens between them only")

/** An address with https. No user and password in it, and written in ASCII, so that it can stand in a header as it is. */
export const httpsUrl = z
  .string()
  .max(2000)
  .regex(/^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][\x21-\x7e]*)?$/i, "must be an address that begins with https://")
