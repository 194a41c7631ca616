import { join } from 'node:path'
import { z } from 'zod'
import { appPath } from '../../../shared/ipc/app.ts'
import { readBoundedFile, writePrivateFile } from '../../platform/private-file.ts'

const mostWindows = 20
const restMs = 1_000

const side = z.number().int().min(-100_000).max(100_000)
const length = z.number().int().min(1).max(100_000)
/** `path` names records by their ids alone: what an address is filtered by may be a client's name, and is not kept. */
const keptWindow = z.strictObject({
  bounds: z.strictObject({ x: side, y: side, width: length, height: length }),
  maximised: z.boolean(),
  path: appPath.refine((path) => !path.includes('?')),
})
const stored = z.strictObject({ windows: z.array(keptWindow).max(mostWindows) })

/** A window as it is found again by the next start. */
export type KeptWindow = z.infer<typeof keptWindow>

/** Where windows stood and what they showed, in `windows.json` of the user-data folder. */
export type KeptWindows = {
  /** The one in front last; none when there is no such file, or not one like it. */
  read(): Promise<KeptWindow[]>
  /** Something about the open windows changed; it is written down soon. */
  note(windows: readonly KeptWindow[]): void
  /** Writes down what was not yet. */
  end(): Promise<void>
}

/** {@link KeptWindows} of a folder. What cannot be written is no reason to trouble anybody. */
export function createKeptWindows(userDataDir: string): KeptWindows {
  const file = join(userDataDir, 'windows.json')
  let noted: readonly KeptWindow[] | null = null
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()
  const write = () => {
    timer = null
    const windows = noted
    noted = null
    if (windows === null) return
    const text = `${JSON.stringify({ windows })}\n`
    writing = writing.then(() => writePrivateFile(file, text)).catch(() => {})
  }
  return {
    async read() {
      try {
        return stored.parse(JSON.parse((await readBoundedFile(file, 100_000)) ?? '')).windows
      } catch {
        return []
      }
    },
    note(windows) {
      // The last window that is closed is where the next start begins.
      if (windows.length === 0) return
      noted = windows.slice(-mostWindows)
      timer ??= setTimeout(write, restMs)
    },
    async end() {
      if (timer !== null) clearTimeout(timer)
      write()
      await writing
    },
  }
}
