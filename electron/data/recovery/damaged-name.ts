/** The new name of a damaged file. The files next to it, above all its write-ahead log, get the same name. */
export const nameOfDamaged = (path: string): string =>
  `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
