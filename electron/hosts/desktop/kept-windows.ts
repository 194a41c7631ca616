import { join } from 'node:path'
import { z } from 'zod'
import { appPath } from '../../../shared/ipc/app.ts'
import { createMutex, createThrottle } from '../../../shared/lib/calls.ts'
import { readBoundedFile, writePrivateFile } from '../../platform/private-file.ts'

const mostWindows = 20
const restMs = 1_000

const side = z.number().int().min(-100_000).max(100_000)
const length = z.number().int().min(1).max(100_000)
/** `path` names records only by id. An address's query is not saved, because its filters may contain a client's name. */
const keptWindow = z.strictObject({
  bounds: z.strictObject({ x: side, y: side, width: length, height: length }),
  maximised: z.boolean(),
  path: appPath.refine((path) => !path.includes('?')),
})
const stored = z.strictObject({ windows: z.array(keptWindow).max(mostWindows) })

/** A window as restored at the next start. */
export type KeptWindow = z.infer<typeof keptWindow>

/** Positions and screens of the windows, in `windows.json` of the user-data folder. */
export type KeptWindows = {
  /** The front window comes last; empty if the file is missing or invalid. */
  read(): Promise<KeptWindow[]>
  /** The open windows changed; they are saved soon. */
  note(windows: readonly KeptWindow[]): void
  /** Saves pending changes. */
  end(): Promise<void>
}

/** {@link KeptWindows} of a folder. Write errors are ignored: losing window positions is harmless. */
export function createKeptWindows(userDataDir: string): KeptWindows {
  const file = join(userDataDir, 'windows.json')
  let noted: readonly KeptWindow[] = []
  const inTurn = createMutex()
  const saving = createThrottle(restMs, () => {
    const text = `${JSON.stringify({ windows: noted })}\n`
    void inTurn(() => writePrivateFile(file, text).catch(() => {}))
  })
  return {
    async read() {
      try {
        return stored.parse(JSON.parse((await readBoundedFile(file, 100_000)) ?? '')).windows
      } catch {
        return []
      }
    },
    note(windows) {
      // The window that is closed last is restored at the next start.
      if (windows.length === 0) return
      noted = windows.slice(-mostWindows)
      saving.request()
    },
    async end() {
      saving.flush()
      await inTurn(async () => {})
    },
  }
}
