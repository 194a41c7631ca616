import type { Preferences } from '../ipc/app.ts'

/** All preferences with their values, chosen or default. */
export type EveryPreference = { [Name in keyof Preferences]-?: NonNullable<Preferences[Name]> }

/** The default values of the preferences. */
export const preferenceDefaults: Readonly<EveryPreference> = {
  theme: 'system',
  single_keys: true,
  density: 'comfortable',
  estate_view: 'map',
  idle_minutes: 0,
  lock_with_system: true,
  notifications: true,
  undo_seconds: 10,
  change_months: 24,
}

export const preferenceNames = Object.keys(preferenceDefaults) as [keyof EveryPreference, ...(keyof EveryPreference)[]]

/** Fills in the defaults for preferences that were not chosen. */
export function everyPreference(
  chosen: { [Name in keyof Preferences]?: Preferences[Name] | undefined },
): EveryPreference {
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined)
  return { ...preferenceDefaults, ...Object.fromEntries(given) }
}
