import { z } from 'zod'
import { isAppPath } from '../domain/app-path.ts'
import { commandIds } from '../domain/commands.ts'
import { undoPeriods } from '../domain/operation-rules.ts'
import { maxIdleMinutes } from '../domain/policy.ts'
import { themes } from '../domain/themes.ts'
import { changePeriods } from './changes.ts'
import { nothing, procedure } from './procedure.ts'

/** The user's preferences for the whole app on this computer. */
export const preferences = z.strictObject({
  theme: z.enum(themes),
  /** Whether shortcuts without a modifier (`?`, `G H`) are enabled; those with Ctrl, Cmd or Alt always are. */
  single_keys: z.boolean(),
  /** Row height of lists; absent means comfortable. */
  density: z.enum(['comfortable', 'compact']).optional(),
  /** How a household's estate is shown; absent means as a map. */
  estate_view: z.enum(['map', 'size', 'table']).optional(),
  /**
   * Minutes without keyboard or mouse input after which Steward locks, 0 for never; absent means never. A firm may set a lower
   * limit.
   */
  idle_minutes: z.number().int().min(0).max(maxIdleMinutes).optional(),
  /** Whether Steward locks when the computer locks and before it sleeps; absent means yes. */
  lock_with_system: z.boolean().optional(),
  /** Whether the system shows notifications about finished uploads, changes that need a decision, and dates; absent means yes. */
  notifications: z.boolean().optional(),
  /**
   * Seconds that a saved change waits before it may be sent, so that it can be undone; 0 for none; absent means 10. What cannot be
   * taken back afterwards waits a minute, unless this is 0.
   */
  undo_seconds: z.literal(undoPeriods).optional(),
  /** How long changes seen at the service are kept, in months; 0 for always. */
  change_months: z.literal(changePeriods).optional(),
})

/** A path within the app; see {@link isAppPath}. */
export const appPath = z.string().refine(isAppPath, 'is not an address of the app')

export const appInfo = z.strictObject({
  version: z.string(),
  shell: z.enum(['desktop', 'browser']),
  /**
   * `os`: secrets are stored in the operating system's keychain. `session`: it is not available, so secrets are lost when this
   * session ends; null: not decided yet. `asks` is the user's part: `waiting` while the system probably shows a dialog that unlocks the
   * keychain, `locked` or `denied` if it did not open, and the user may try again or continue without it.
   */
  keychain: z.strictObject({
    kind: z.enum(['os', 'session']).nullable(),
    notice: z.string().nullable(),
    asks: z.enum(['waiting', 'locked', 'denied']).nullable(),
  }),
  /** The connection named on the command line, opened at start; null if none was, or if it waits for the keychain. */
  startWith: z.string().nullable(),
  /** The newer version of Steward that the last look found; null if none, and where Steward does not look. */
  newer: z.string().max(20).nullable(),
})

/** `title`: the window's title, used in the PDF's file name. */
export const screenToPrint = z.strictObject({ to: z.enum(['printer', 'pdf']), title: z.string().max(500) })

/** `left`: the user cancelled. `by-page`: printing is allowed, and in this shell the page itself prints. */
export const printedScreen = z.strictObject({
  outcome: z.enum(['done', 'left', 'by-page']),
  file: z.strictObject({ name: z.string(), handle: z.string() }).nullable(),
})

export const appContract = {
  info: procedure({ permission: 'read', whileLocked: true }).input(nothing).output(appInfo),
  /**
   * The user's answer to `keychain.asks`: probes the keychain again, or stops waiting for it. Until a keychain is in use, to leave means
   * to keep everything in memory only.
   */
  answerKeychain: procedure({ permission: 'keep' })
    .input(z.strictObject({ answer: z.enum(['try-again', 'leave']) }))
    .output(nothing),
  getPreferences: procedure({ permission: 'read', whileLocked: true }).input(nothing).output(preferences),
  setPreferences: procedure({ permission: 'keep' }).input(preferences.partial()).output(preferences),
  /**
   * Opens another window at a path of the app. If the shell cannot do that (the browser shell without a window of its own),
   * `address` is a one-time URL for the calling page to open.
   */
  openWindow: procedure({ permission: 'read' })
    .input(z.strictObject({ path: appPath }))
    .output(z.strictObject({ address: z.string().nullable() })),
  /** The last recorded screen; null if there is none. */
  lastScreen: procedure({ permission: 'read' })
    .input(nothing)
    .output(z.strictObject({ path: appPath.nullable() })),
  /**
   * Tells the shell which commands this window's screen offers now, so that menus can grey out the others. A shell without
   * menus ignores it.
   */
  offer: procedure({ permission: 'keep' })
    .input(z.strictObject({ commands: z.array(z.enum(commandIds)).max(commandIds.length) }))
    .output(nothing),
  /** Prints the window, or saves it as a PDF where the user chooses. Throws `print/failed`, `export/write-failed`. */
  print: procedure({ permission: 'print' }).input(screenToPrint).output(printedScreen),
  /**
   * Puts a text on the system's clipboard. `copied` is false if it is not there afterwards, and in a shell whose pages copy by
   * themselves.
   */
  copy: procedure({ permission: 'read' })
    .input(z.strictObject({ text: z.string().max(3_000_000) }))
    .output(z.strictObject({ copied: z.boolean() })),
  /** Records the current screen, to return to it after a restart; a query of more than 2000 characters is left out. */
  noteScreen: procedure({ permission: 'keep' })
    .input(z.strictObject({ path: appPath }))
    .output(nothing),
}

export type AppInfo = z.infer<typeof appInfo>
export type Preferences = z.infer<typeof preferences>
