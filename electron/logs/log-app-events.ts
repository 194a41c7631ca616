import type { AppErrorCode } from '../../shared/domain/app-error.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { PolicyState } from '../../shared/ipc/policy.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import type { Log } from './log.ts'
import { code as anyCode } from './log-events.ts'

/** An error code received as text; `internal/unexpected` if it is not one of Steward's. */
export const asCode = (text: string | undefined): AppErrorCode => (anyCode.holds(text) ? text : 'internal/unexpected')

/** Logs the window events about Steward's own state: syncs that ended, and locking. */
export function logAppEvents(log: Log): (event: AppEvent) => void {
  /** The end of the last run of each connection: the same status is published several times. */
  const ended = new Map<string, string>()
  let locked = false
  return (event) => {
    if (event.type === 'custody') {
      const { locked: reason } = event.state
      if (reason !== null && !locked) log('locked', { reason })
      if (reason === null && locked) log('unlocked', {})
      locked = reason !== null
    }
    if (event.type === 'sync' && event.status.state === 'idle' && event.status.endedAt !== null) {
      const { connectionId, endedAt } = event.status
      if (ended.get(connectionId) === endedAt) return
      ended.set(connectionId, endedAt)
      noteSync(log, event.status, endedAt)
    }
  }
}

function noteSync(log: Log, { connectionId, startedAt, problem, resources }: SyncStatus, endedAt: string): void {
  const sum = (of: 'received' | 'written' | 'setAside') => resources.reduce((total, each) => total + each[of], 0)
  const figures = {
    connection: connectionId,
    ms: startedAt === null ? 0 : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)),
    received: sum('received'),
    written: sum('written'),
  }
  const missing = resources.filter(({ state }) => state !== 'complete').map(({ resource }) => resource)
  if (problem !== null) log('sync-failed', { ...figures, code: asCode(problem.code), not_complete: missing })
  else if (missing.length > 0) log('sync-failed', { ...figures, code: 'sync/cancelled', not_complete: missing })
  else log('sync-ended', { ...figures, set_aside: sum('setAside') })
}

type FollowedPolicy = { state(): PolicyState; onChanged(listener: () => void): unknown }

/** Logs, now and on every change, which settings the firm's policy has, but not their values. */
export function logPolicy(log: Log, firm: FollowedPolicy): void {
  const note = () => {
    const { source, policy, problems } = firm.state()
    const set = Object.keys(policy) as (keyof typeof policy)[]
    log('policy', { there: source !== null, set, problems: problems.length })
  }
  note()
  firm.onChanged(note)
}

const platforms = ['linux', 'darwin', 'win32'] as const
const architectures = ['x64', 'arm64'] as const

const known = <Word extends string>(words: readonly Word[], word: string): Word | 'other' =>
  words.find((one) => one === word) ?? 'other'

/** Logs the version and platform at the start. Returns a function that logs the end. */
export function logStart(log: Log, { version, shell }: { version: string; shell: 'desktop' | 'browser' }): () => void {
  const { platform, arch, versions } = process
  const startedAt = performance.now()
  log('started', {
    ...{ version, shell },
    platform: known(platforms, platform),
    arch: known(architectures, arch),
    node: versions.node,
    electron: versions.electron ?? null,
  })
  return () => log('stopped', { ran_ms: Math.round(performance.now() - startedAt) })
}
