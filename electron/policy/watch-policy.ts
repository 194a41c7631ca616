import { type FSWatcher, watch } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createThrottle } from '../../shared/lib/timing.ts'

/** Wait after a change before reading, in ms: a policy is written in several steps. */
const restMs = 200
/** Polling interval for sources that cannot be watched (the registry, profiles of the system), in ms. */
const everyMs = 5 * 60_000

/**
 * Calls `look` when one of these files may have changed, and every five minutes in any case.
 *
 * @returns a function that stops it
 */
export async function watchPolicy(paths: readonly string[], look: () => void): Promise<() => void> {
  const state: { watchers: FSWatcher[]; closed: boolean } = { watchers: [], closed: false }
  const leave = () => {
    for (const watcher of state.watchers) watcher.close()
    state.watchers = []
  }
  /** Re-creates the watchers after each change: a folder may have been created, removed or replaced. */
  const arm = async () => {
    const folders = new Set(await Promise.all(paths.map((path) => existingFolder(dirname(path)))))
    leave()
    if (!state.closed) state.watchers = [...folders].flatMap((folder) => watchFolder(folder, changed.request) ?? [])
  }
  const changed = createThrottle(restMs, () => void arm().then(look))
  await arm()
  const clock = setInterval(look, everyMs).unref()
  return () => {
    state.closed = true
    clearInterval(clock)
    changed.end()
    leave()
  }
}

/** Null if the folder was removed, or the system's limit of watchers is reached: polling still works. */
function watchFolder(folder: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, onChange)
    return watcher.on('error', () => watcher.close())
  } catch {
    return null
  }
}

/** The folder, or its nearest existing ancestor, in which it will appear. */
async function existingFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  const above = dirname(folder)
  return isThere || above === folder ? folder : existingFolder(above)
}
