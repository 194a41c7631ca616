type Sizing = { width: number; grow?: number }

/**
 * Pixel widths that fill `available` exactly: what the least widths leave over is shared by `grow`. When the least widths
 * do not fit, they stay and the grid scrolls sideways.
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
