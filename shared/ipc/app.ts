import { z } from 'zod'
import { isAppPath } from '../domain/app-path.ts'
import { commandIds } from '../domain/commands.ts'
import { maxIdleMinutes } from '../domain/policy.ts'
import { themes } from '../domain/themes.ts'
import { nothing, procedure } from './procedure.ts'

/** What a person set for the whole app on this computer. */
export const preferences = z.strictObject({
  theme: z.enum(themes),
  /** Whether shortcuts of plain characters (`?`, `G H`) work; those with Ctrl, Cmd or Alt always do. */
  single_keys: z.boolean(),
  /** Height of the rows of lists; absent means comfortable. */
  density: z.enum(['comfortable', 'compact']).optional(),
  /** Minutes without a key or the mouse after which Steward locks, 0 for never; absent means never. A firm may ask for fewer. */
  idle_minutes: z.number().int().min(0).max(maxIdleMinutes).optional(),
  /** Whether Steward locks with the computer and before it sleeps; absent means yes. */
  lock_with_system: z.boolean().optional(),
  /** Whether the system tells of uploads that ended and of changes that need a decision; absent means yes. */
  notifications: z.boolean().optional(),
})

/** An address of the app itself; see {@link isAppPath}. */
export const appPath = z.string().refine(isAppPath, 'is no address of the app')

export const appInfo = z.strictObject({
  version: z.string(),
  shell: z.enum(['desktop', 'browser']),
  /** `os`: secrets live in the operating system's keychain. `session`: it cannot be used, so nothing outlives this session. */
  keychain: z.strictObject({ kind: z.enum(['os', 'session']), notice: z.string().nullable() }),
  /** Where to go at start: the connection asked for on the command line, if any. */
  startWith: z.string().nullable(),
})

/** `title`: what the window is called, for the name of a PDF. */
export const screenToPrint = z.strictObject({ to: z.enum(['printer', 'pdf']), title: z.string().max(500) })

/** `left`: the person did not want it after all. `by-page`: it may be printed, and in this shell the page does it. */
export const printedScreen = z.strictObject({
  outcome: z.enum(['done', 'left', 'by-page']),
  file: z.strictObject({ name: z.string(), handle: z.string() }).nullable(),
})

export const appContract = {
  info: procedure({ permission: 'read', whileLocked: true }).input(nothing).output(appInfo),
  getPreferences: procedure({ permission: 'read', whileLocked: true }).input(nothing).output(preferences),
  setPreferences: procedure({ permission: 'keep' }).input(preferences.partial()).output(preferences),
  /**
   * Opens another window at an address of the app. Where the shell cannot (the browser shell without a window of its own),
   * `address` is one that lets a page in, once, for the asking page to open.
   */
  openWindow: procedure({ permission: 'read' })
    .input(z.strictObject({ path: appPath }))
    .output(z.strictObject({ address: z.string().nullable() })),
  /** The screen that was noted last; null when there is none. */
  lastScreen: procedure({ permission: 'read' })
    .input(nothing)
    .output(z.strictObject({ path: appPath.nullable() })),
  /**
   * Tells the shell which commands this window's screen offers now, for menus that grey out the others. A shell without
   * menus takes note of nothing.
   */
  offer: procedure({ permission: 'keep' })
    .input(z.strictObject({ commands: z.array(z.enum(commandIds)).max(commandIds.length) }))
    .output(nothing),
  /** Prints what the window shows, or makes a PDF of it, where a person wants one. Throws `print/failed`, `export/write-failed`. */
  print: procedure({ permission: 'print' }).input(screenToPrint).output(printedScreen),
  /** Notes where a person is, to return there after a restart; a query over 2000 characters is left out. */
  noteScreen: procedure({ permission: 'keep' })
    .input(z.strictObject({ path: appPath }))
    .output(nothing),
}

export type ScreenToPrint = z.infer<typeof screenToPrint>
export type PrintedScreen = z.infer<typeof printedScreen>
export type AppInfo = z.infer<typeof appInfo>
export type Preferences = z.infer<typeof preferences>
