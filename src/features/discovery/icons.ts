/** Sizes of the PNG icons in pixels: those that browsers want for an installed site, and Apple's. */
export const ICON_SIZES = [192, 512] as const
export const APPLE_ICON_SIZE = 180

/** Where the icon of a size is. */
export function iconPath(size: number): string {
  return `/icons/icon-${size}.png`
}
