/** What a damaged file is called from then on; what lies beside it, its log of changes above all, has the same name. */
export const nameOfDamaged = (path: string): string =>
  `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
