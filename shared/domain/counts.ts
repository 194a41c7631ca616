/** A whole number with its thousands apart: `1,234,567`. By hand, since the first use of `Intl` costs more than a list's first rows. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
