import { join } from 'node:path'
import { z } from 'zod'
import { appPath } from '../../shared/ipc/app.ts'
import { readBoundedFile, writePrivateFile } from '../files/private-file.ts'

const stored = z.strictObject({ path: appPath })

/** Where a person was last. */
export type LastScreenFile = {
  /** An address of the app, with a list's view, filters and order; null when none is known. */
  get(): Promise<string | null>
  /** @param path - an address of the app; a query that is too long is left out */
  set(path: string): Promise<void>
}

/** Longer than any view that somebody sets up; what is longer is not worth keeping outside the encrypted stores. */
const longestQuery = 2000

function withBoundedQuery(path: string): string {
  const at = path.indexOf('?')
  return at >= 0 && path.length - at > longestQuery ? path.slice(0, at) : path
}

/** The last screen in `last-screen.json` of the user-data folder, which only its owner can read. */
export function createLastScreenFile(userDataDir: string): LastScreenFile {
  const path = join(userDataDir, 'last-screen.json')
  return {
    async get() {
      try {
        return stored.parse(JSON.parse((await readBoundedFile(path, 10_000)) ?? '')).path
      } catch {
        return null
      }
    },
    set: (screen) => writePrivateFile(path, `${JSON.stringify({ path: withBoundedQuery(screen) })}\n`),
  }
}
