import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lifeMs } from './sessions.ts'

/** Folder of the pages, in the user-data folder. */
const launchFolder = 'launch'

export type LaunchPagesOptions = {
  userDataDir: string
  /** Makes an address that lets one page in; `onUsed` is called once, when it has. */
  address(path: string | undefined, onUsed: () => void): string
}

/**
 * Hands launch addresses to a browser through files that only this user can read. A program's arguments can be read by every
 * user of the computer, so they hold nothing but such a file's name.
 */
export function createLaunchPages({ userDataDir, address }: LaunchPagesOptions) {
  const folder = join(userDataDir, launchFolder)
  const remove = () => rm(folder, { recursive: true, force: true })
  /** Made when it is first needed: the user-data folder may be one that cannot be written. */
  const made: { folder?: Promise<unknown> } = {}
  // What a start that was cut short left there opens nothing any more.
  const makeFolder = () => remove().then(() => mkdir(folder, { mode: 0o700 }))
  return {
    /**
     * Writes a page that leads to a fresh launch address. It is removed once the address was used or has expired.
     *
     * @param path - the address of the app to open; its start when left out
     * @param onExpired - the address was not used in time: the browser may be unable, or forbidden, to read the file
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

/** The entry in the window's history is replaced, so that "back" leads to no spent address. */
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
