import { type FSWatcher, watch } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A policy is written in several steps; what is read after this rest is whole. */
const restMs = 200
/** What no folder tells of (the registry, a profile of the system) is looked for this often. */
const everyMs = 5 * 60_000

/**
 * Calls `look` when one of these files may have changed, and every five minutes in any case.
 *
 * @returns ends it
 */
export async function watchPolicy(paths: readonly string[], look: () => void): Promise<() => void> {
  const state: { soon: NodeJS.Timeout | null; watchers: FSWatcher[]; closed: boolean } = {
    soon: null,
    watchers: [],
    closed: false,
  }
  const leave = () => {
    for (const watcher of state.watchers) watcher.close()
    state.watchers = []
  }
  /** Anew after each change: a folder may have come or gone, and one that came again is another one. */
  const arm = async () => {
    const folders = new Set(await Promise.all(paths.map((path) => existingFolder(dirname(path)))))
    leave()
    if (!state.closed) state.watchers = [...folders].flatMap((folder) => watchFolder(folder, lookSoon) ?? [])
  }
  const lookSoon = () => {
    state.soon ??= setTimeout(() => {
      state.soon = null
      void arm().then(look)
    }, restMs).unref()
  }
  await arm()
  const clock = setInterval(look, everyMs).unref()
  return () => {
    state.closed = true
    clearInterval(clock)
    if (state.soon !== null) clearTimeout(state.soon)
    leave()
  }
}

/** Null for a folder that went away, or a system without room for one more watcher: the clock still looks. */
function watchFolder(folder: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, onChange)
    return watcher.on('error', () => watcher.close())
  } catch {
    return null
  }
}

/** The folder, or the nearest one above that is there: in it the folder will appear. */
async function existingFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  const above = dirname(folder)
  return isThere || above === folder ? folder : existingFolder(above)
}
