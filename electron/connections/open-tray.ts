import { randomUUID } from 'node:crypto'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import { createTray, type Tray } from '../intake/tray.ts'
import type { Outbox } from '../outbox/outbox.ts'

/** Least time between two events about one tray, in ms: a file that is being received changes many times a second. */
const restMs = 250

type Options = {
  connectionId: string
  store: ConnectionStore
  files: ConnectionFiles
  outbox: Outbox
  publish: (event: AppEvent) => void
}

/** The intake tray of an open connection, which publishes its changes to the windows. */
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
      // The first change is published at once, and the last one is never skipped.
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
