import { join } from 'node:path'
import { z } from 'zod'
import { appPath } from '../../shared/ipc/app.ts'
import { readBoundedFile, writePrivateFile } from '../files/private-file.ts'

const stored = z.strictObject({ path: appPath })

/** Where a person was last. */
export type LastScreenFile = {
  /** An address of the app without a query; null when none is known. */
  get(): Promise<string | null>
  /** @param path - an address of the app; its query is left out, since it may hold what a person looked for */
  set(path: string): Promise<void>
}

/** The last screen in `last-screen.json` of the user-data folder; it names records by their ids alone. */
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
    set: (screen) => writePrivateFile(path, `${JSON.stringify({ path: screen.split('?')[0] })}\n`),
  }
}
