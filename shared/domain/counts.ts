/**
 * Formats a whole number with thousands separators: `1,234,567`. Without `Intl`, whose first use takes longer than rendering a
 * list's first rows.
 */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
