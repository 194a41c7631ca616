const units = ['kB', 'MB', 'GB', 'TB'] as const

/** Formats a size in bytes: `812 bytes`, `14 kB`, `3.4 MB`. Decimal units, as in file managers. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte'
  if (bytes < 1000) return `${bytes} bytes`
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : Math.round(value)} ${units[unit]}`
}
