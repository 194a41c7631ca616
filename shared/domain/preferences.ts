import type { Preferences } from '../ipc/app.ts'

/** Every preference with a value: what was chosen, or what counts until somebody chooses. */
export type EveryPreference = { [Name in keyof Preferences]-?: NonNullable<Preferences[Name]> }

/** What counts until somebody chooses otherwise. */
export const preferenceDefaults: Readonly<EveryPreference> = {
  theme: 'system',
  single_keys: true,
  density: 'comfortable',
  idle_minutes: 0,
  lock_with_system: true,
  notifications: true,
}

export const preferenceNames = Object.keys(preferenceDefaults) as [keyof EveryPreference, ...(keyof EveryPreference)[]]

/** What was chosen, and what counts for the rest. */
export function everyPreference(
  chosen: { [Name in keyof Preferences]?: Preferences[Name] | undefined },
): EveryPreference {
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined)
  return { ...preferenceDefaults, ...Object.fromEntries(given) }
}
