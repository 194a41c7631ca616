import { z } from 'zod'
import { preferenceNames } from '../domain/preferences.ts'
import { nothing, procedure } from './procedure.ts'

/** The most characters of a settings file; in any encoding they fit into one message to the main process. */
export const maxSettingsText = 600_000

const value = z.union([z.string(), z.number(), z.boolean()])

/** One preference that a settings file changes here. */
export const preferenceChange = z.strictObject({ name: z.enum(preferenceNames), from: value, to: value })

/** A connection that a settings file describes. */
export const describedConnection = z.strictObject({
  id: z.string(),
  name: z.string(),
  base_url: z.string(),
  auth_url: z.string(),
  user: z.string().nullable(),
  read_only: z.boolean(),
  /** It has a certificate authority of its own, which will be trusted for this connection. */
  own_authority: z.boolean(),
  /** It already exists here and will not be changed. */
  known: z.boolean(),
})

const settingsText = z.strictObject({ text: z.string().max(maxSettingsText) })

export const settingsContract = {
  /** Saves the user's settings on this computer, without secrets, to a file chosen by the user. Null if the user cancels. */
  exportFile: procedure({ permission: 'keep' })
    .input(nothing)
    .output(z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })),
  /** The changes that a settings file would make here. Throws `settings/unreadable`, with an issue for each invalid setting. */
  check: procedure({ permission: 'read' })
    .input(settingsText)
    .output(z.strictObject({ preferences: z.array(preferenceChange), connections: z.array(describedConnection) })),
  /** Imports a settings file, completely or not at all; throws like `check`. Returns the number of changes. */
  apply: procedure({ permission: 'connect' })
    .input(settingsText)
    .output(z.strictObject({ preferences: z.number().int(), connections: z.number().int() })),
  /** The versions of Steward and its components on this computer. */
  about: procedure({ permission: 'read' })
    .input(nothing)
    .output(
      z.strictObject({
        version: z.string(),
        shell: z.enum(['desktop', 'browser']),
        /** The operating system's name, release and processor architecture. */
        system: z.string(),
        node: z.string(),
        /** Null if the program is not Electron. */
        electron: z.string().nullable(),
        /** Null if the page runs in another program's browser. */
        chromium: z.string().nullable(),
        /** The version of SQLite, which stores the offline copies. */
        sqlite: z.string(),
      }),
    ),
}

export type PreferenceChange = z.infer<typeof preferenceChange>
export type DescribedConnection = z.infer<typeof describedConnection>
