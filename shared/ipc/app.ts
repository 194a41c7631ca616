import { z } from 'zod'
import { nothing, procedure } from './procedure.ts'

export const themes = ['system', 'light', 'dark'] as const

/** What a person set for the whole app on this computer. */
export const preferences = z.strictObject({ theme: z.enum(themes) })

export const appInfo = z.strictObject({
  version: z.string(),
  shell: z.enum(['desktop', 'browser']),
  /** `os`: secrets live in the operating system's keychain. `session`: it cannot be used, so nothing outlives this session. */
  keychain: z.strictObject({ kind: z.enum(['os', 'session']), notice: z.string().nullable() }),
  /** Where to go at start: the connection asked for on the command line, if any. */
  startWith: z.string().nullable(),
})

export const appContract = {
  info: procedure.input(nothing).output(appInfo),
  getPreferences: procedure.input(nothing).output(preferences),
  setPreferences: procedure.input(preferences.partial()).output(preferences),
}

export type AppInfo = z.infer<typeof appInfo>
export type Preferences = z.infer<typeof preferences>
