import { z } from 'zod'
import { preferenceNames } from '../domain/preferences.ts'
import { nothing, procedure } from './procedure.ts'

/** The most characters of a settings file; however they are written, a message to the main process holds them. */
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
  /** It brings a certificate authority of its own, which will be trusted for it. */
  own_authority: z.boolean(),
  /** It is here already, and stays as it is. */
  known: z.boolean(),
})

const settingsText = z.strictObject({ text: z.string().max(maxSettingsText) })

export const settingsContract = {
  /** Writes what a person set on this computer, without any secret, to a file that they choose. Null when they chose none. */
  exportFile: procedure({ permission: 'keep' })
    .input(nothing)
    .output(z.strictObject({ file: z.strictObject({ name: z.string(), handle: z.string() }).nullable() })),
  /** What a settings file would change here. Throws `settings/unreadable`, with an issue for each setting that is wrong. */
  judge: procedure({ permission: 'read' })
    .input(settingsText)
    .output(z.strictObject({ preferences: z.array(preferenceChange), connections: z.array(describedConnection) })),
  /** Takes a settings file over, whole or not at all; throws what `judge` throws. Says how much changed. */
  apply: procedure({ permission: 'connect' })
    .input(settingsText)
    .output(z.strictObject({ preferences: z.number().int(), connections: z.number().int() })),
  /** What Steward is made of, on this computer. */
  about: procedure({ permission: 'read' })
    .input(nothing)
    .output(
      z.strictObject({
        version: z.string(),
        shell: z.enum(['desktop', 'browser']),
        /** Name, release and kind of processor of the operating system. */
        system: z.string(),
        node: z.string(),
        /** Null where the program is no Electron. */
        electron: z.string().nullable(),
        /** Null where the page's own browser is another program. */
        chromium: z.string().nullable(),
        /** Of the library that keeps the offline copies. */
        sqlite: z.string(),
      }),
    ),
}

export type PreferenceChange = z.infer<typeof preferenceChange>
export type DescribedConnection = z.infer<typeof describedConnection>
