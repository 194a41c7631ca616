import { type FSWatcher, watch } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { PolicyState } from '../../shared/ipc/policy.ts'
import { createMutex, createThrottle } from '../../shared/lib/calls.ts'
import { confirmedPolicy, policyInForce, type StoresRead } from './read-policy.ts'

/** The firm's current policy. */
export type LivePolicy = {
  current(): FirmPolicy
  /** The settings that may remove something from this computer, see `confirmedPolicy`. */
  confirmed(): FirmPolicy
  state(): PolicyState
  /**
   * Calls the listener after each change, one change at a time; the next one is reported when all listeners have settled. Returns
   * a function that unsubscribes.
   */
  onChanged(listener: () => void | Promise<void>): () => void
  /** Re-reads it now, for example after the computer slept. */
  look(): Promise<void>
  close(): void
}

/** Where the last policy without a fault is kept, for a start at which a store cannot be read. */
export type LastPolicy = {
  /** Null if none is kept, or it cannot be read now. */
  read(): Promise<FirmPolicy | null>
  /** Null forgets it, because the firm has no policy any more. */
  keep(policy: FirmPolicy | null): Promise<void>
}

/**
 * Reads the policy, and re-reads it whenever it may have changed.
 *
 * @param options.paths - the files to watch
 */
export async function openLivePolicy(options: {
  read: () => Promise<StoresRead>
  last: LastPolicy
  paths: readonly string[]
}): Promise<LivePolicy> {
  const listeners = new Set<() => void | Promise<void>>()
  let last: FirmPolicy | null = null
  const readInForce = async (): Promise<{ state: PolicyState; confirmed: FirmPolicy }> => {
    const read = await options.read()
    if (read.isReadable && read.invalid.length === 0) {
      last = read.source === null ? null : read.policy
      // It is needed only by a later start; a keychain that asks its user must not hold this one up.
      void options.last.keep(last).catch(() => {})
    } else {
      last ??= await options.last.read().catch(() => null)
    }
    return { state: policyInForce(read, last), confirmed: confirmedPolicy(read, last) }
  }
  let inForce: Awaited<ReturnType<typeof readInForce>>
  const inTurn = createMutex()
  /** Separate from reading: a slow listener does not delay the next change, which applies at once. */
  const afterOthers = createMutex()
  let lastTold: Promise<void> = Promise.resolve()

  const tell = async () => {
    for (const listener of listeners) {
      try {
        await listener()
      } catch {
        // A listener's error does not affect the other listeners.
      }
    }
  }
  const lookOnce = async () => {
    // If it cannot be read now, the last state stays in force until the next attempt, a few minutes later at most.
    const read = await readInForce().catch(() => inForce)
    if (isDeepStrictEqual(read, inForce)) return
    inForce = read
    lastTold = afterOthers(tell)
  }
  const look = async () => {
    await inTurn(lookOnce)
    await lastTold
  }
  // Watched before it is read: a change during the first reading is read after it.
  const close = await watchPolicy(options.paths, () => void look())
  await inTurn(async () => {
    inForce = await readInForce()
  }).catch((problem) => {
    close()
    throw problem
  })
  return {
    current: () => inForce.state.policy,
    confirmed: () => inForce.confirmed,
    state: () => inForce.state,
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look,
    close,
  }
}

/** Wait after a change before reading, in ms: a policy is written in several steps. */
const restMs = 200
/** Polling interval for sources that cannot be watched (the registry, profiles of the system), in ms. */
const everyMs = 5 * 60_000

/**
 * Calls `look` when one of these files may have changed, and every five minutes in any case.
 *
 * @returns a function that stops it
 */
async function watchPolicy(paths: readonly string[], look: () => void): Promise<() => void> {
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
