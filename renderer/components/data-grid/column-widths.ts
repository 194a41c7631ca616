type Sizing = { width: number; grow?: number }

/**
 * Column widths in pixels that fill `available` exactly: space beyond the minimum widths is shared in proportion to `grow`. If
 * the minimum widths do not fit, they are kept and the grid scrolls horizontally.
 */
export function columnWidths(columns: readonly Sizing[], available: number): number[] {
  const least = columns.reduce((sum, { width }) => sum + width, 0)
  const shares = columns.reduce((sum, { grow = 0 }) => sum + grow, 0)
  const spare = Math.floor(available) - least
  if (spare <= 0 || shares === 0) return columns.map(({ width }) => width)
  let given = 0
  let seen = 0
  return columns.map(({ width, grow = 0 }) => {
    seen += grow
    const upToHere = Math.floor((spare * seen) / shares)
    const extra = upToHere - given
    given = upToHere
    return width + extra
  })
}
