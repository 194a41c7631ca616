/**
 * Formats a whole number with thousands separators: `1,234,567`. Without `Intl`, whose first use takes longer than rendering a
 * list's first rows.
 */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** A number with its noun: `1 entity`, `1,200 entities`. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
