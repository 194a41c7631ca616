import { randomUUID } from 'node:crypto'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import { createTray, type Tray } from '../intake/tray.ts'
import type { Outbox } from '../outbox/outbox.ts'

/** Between two events about one tray, ms: a file that is being taken in moves on many times a second. */
const restMs = 250

type Options = {
  connectionId: string
  store: ConnectionStore
  files: ConnectionFiles
  outbox: Outbox
  publish: (event: AppEvent) => void
}

/** The intake tray of an open connection, which tells the windows of its steps. */
export function openTray({ connectionId, publish, ...rest }: Options): Tray {
  let asked = false
  let timer: NodeJS.Timeout | null = null
  const tell = () => {
    timer = null
    if (!asked) return
    asked = false
    publish({ type: 'files', connectionId, what: 'tray' })
    timer = setTimeout(tell, restMs).unref()
  }
  const tray = createTray({
    ...rest,
    newId: () => `drop_${randomUUID()}`,
    now: () => new Date().toISOString(),
    onChange() {
      asked = true
      // The first change is told at once, the last one never left out.
      if (timer === null) tell()
    },
  })
  return {
    ...tray,
    async close() {
      await tray.close()
      if (timer !== null) clearTimeout(timer)
    },
  }
}
