import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lifeMs } from './sessions.ts'

/** Name of the pages' folder in the user-data folder. */
const launchFolder = 'launch'

export type LaunchPagesOptions = {
  userDataDir: string
  /** Creates an address that admits one page; `onUsed` is called once, when it has. */
  address(path: string | undefined, onUsed: () => void): string
}

/**
 * Passes launch addresses to a browser through files that only this user can read. A program's arguments can be read by every
 * user of the computer, so they contain only the name of such a file.
 */
export function createLaunchPages({ userDataDir, address }: LaunchPagesOptions) {
  const folder = join(userDataDir, launchFolder)
  const remove = () => rm(folder, { recursive: true, force: true })
  /** Created on first use: the user-data folder may be read-only. */
  const made: { folder?: Promise<unknown> } = {}
  // Pages left by a start that was interrupted are useless by now.
  const makeFolder = () => remove().then(() => mkdir(folder, { mode: 0o700 }))
  return {
    /**
     * Writes a page that redirects to a fresh launch address. It is removed once the address was used or has expired.
     *
     * @param path - the address of the app to open; the start page if omitted
     * @param onExpired - the address was not used in time: the browser may be unable, or not allowed, to read the file
     * @returns the page's `file:` URL
     * @throws the file system's error
     */
    async make(path: string | undefined, onExpired: () => void): Promise<string> {
      made.folder ??= makeFolder()
      await made.folder
      const file = join(folder, `${randomBytes(16).toString('hex')}.html`)
      const done = () => {
        clearTimeout(timer)
        void rm(file, { force: true })
      }
      const timer = setTimeout(() => {
        done()
        onExpired()
      }, lifeMs)
      timer.unref()
      const url = address(path, done)
      await writeFile(file, pageLeadingTo(url), { flag: 'wx', mode: 0o600 })
      return pathToFileURL(file).href
    },
    /** Removes every page. */
    close: remove,
  }
}

/** Replaces the entry in the window's history, so that "back" does not lead to a used address. */
function pageLeadingTo(url: string): string {
  const literal = JSON.stringify(url).replaceAll('<', '\\u003c')
  return `<!doctype html>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Steward</title>
<script>location.replace(${literal})</script>
`
}
