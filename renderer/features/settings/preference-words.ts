import type { EveryPreference } from '../../../shared/domain/preferences.ts'

/** The title of each preference. */
export const preferenceTitles: Readonly<Record<keyof EveryPreference, string>> = {
  theme: 'Theme',
  density: 'Row height',
  estate_view: 'Show a household’s estate as',
  single_keys: 'Single-key shortcuts',
  idle_minutes: 'Lock when idle',
  lock_with_system: 'Lock with this computer',
  notifications: 'Notify me in the background',
  undo_seconds: 'Time to undo',
  change_months: 'Keep changes seen at the service',
}

const values: Readonly<Record<string, string>> = {
  system: 'system',
  light: 'light',
  dark: 'dark',
  comfortable: 'comfortable',
  compact: 'compact',
  map: 'structure',
  size: 'areas by size',
  table: 'balance sheet',
}

/** The time to undo in words; `seconds` is one of the periods that can be chosen. */
export const undoWords = (seconds: number): string =>
  seconds === 0 ? 'none' : seconds === 60 ? '1 minute' : `${seconds} seconds`

/** How long changes are kept, in words; `months` is one of the periods that can be chosen. */
export const keepingWords = (months: number): string =>
  months === 0 ? 'always' : months < 12 ? `${months} months` : months === 12 ? '1 year' : `${months / 12} years`

/** A preference's value in words. */
export function valueWords(name: keyof EveryPreference, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (name === 'undo_seconds') return undoWords(Number(value))
  if (name === 'change_months') return keepingWords(Number(value))
  if (name !== 'idle_minutes') return values[value] ?? String(value)
  return value === 0 ? 'never' : value === 1 ? '1 minute' : `${value} minutes`
}
