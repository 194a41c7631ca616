import { formatCount } from '../../shared/domain/counts.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { EventHub } from '../api/event-hub.ts'
import type { ConnectionRuntime } from '../connections/connection-runtime.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Shell } from '../platform/host.ts'
import type { PreferencesFile } from '../settings/preferences-file.ts'
import { type EndedUploads, watchUploads } from './watch-uploads.ts'

type Runtime = Pick<ConnectionRuntime, 'connection' | 'cache' | 'attention' | 'open'>

type Options = {
  shell: Pick<Shell, 'notify' | 'badge'>
  events: Pick<EventHub, 'subscribe'>
  runtimes: { all(): Promise<readonly Runtime[]>; get(connectionId: string): Promise<Runtime> }
  preferences: Pick<PreferencesFile, 'get'>
  isLocked(): boolean
  clock?: Clock
}

/**
 * Tells a person who looks elsewhere that changes need a decision and that uploads ended. No notice ever names anybody: it
 * stands on screens that others see, and stays in the system's own list.
 *
 * @returns ends it
 */
export function showNotifications(options: Options): () => void {
  const { shell, events, runtimes } = options
  const leaving = new AbortController()
  const attention = new Map<string, number>()
  let badge = 0

  const tell = async (connectionId: string, words: string) => {
    if (shell.notify === null || (await options.preferences.get()).notifications === false) return
    const body = options.isLocked() ? 'Steward needs you.' : words
    shell.notify({ title: 'Steward', body, path: `/c/${connectionId}/outbox` })
  }
  const noteAttention = async (connectionId: string, now: number) => {
    const before = attention.get(connectionId)
    attention.set(connectionId, now)
    // What waited already when a connection was opened is told by its screens.
    if (before !== undefined && now > before) await tell(connectionId, attentionWords(now))
  }
  const showBadge = () => {
    const total = [...attention.values()].reduce((sum, one) => sum + one, 0)
    if (total !== badge) shell.badge?.(total)
    badge = total
  }
  const lookAtAll = async () => {
    for (const runtime of await runtimes.all()) {
      const { id } = runtime.connection
      if (runtime.cache() === 'open') await noteAttention(id, runtime.attention())
      else attention.delete(id)
    }
  }
  const uploaded = async ({ connectionId, operationIds }: EndedUploads) => {
    const runtime = await runtimes.get(connectionId)
    // Nobody needs to unlock Steward for what went well.
    if (runtime.cache() !== 'open' || options.isLocked()) return
    const { store } = await runtime.open()
    const ended = await Promise.all(
      operationIds.map((id) => store.read('outbox.get', { id }).then(({ operation }) => operation.state === 'done')),
    )
    const done = ended.filter(Boolean).length
    if (done > 0) await tell(connectionId, uploadedWords(done))
  }
  const uploads = watchUploads({
    clock: options.clock ?? systemClock,
    // One that cannot be looked up any more is told of by nobody.
    onEnded: (ended) => void uploaded(ended).catch(() => {}),
  })
  const take = async (event: AppEvent) => {
    if (event.type === 'outbox') await noteAttention(event.connectionId, event.counts.attention)
    else if (event.type === 'connections-changed') await lookAtAll()
    else if (event.type === 'uploads') uploads.told(event.connectionId, event.uploads)
    showBadge()
  }
  const follow = async () => {
    // One after the other: what is known is compared with what was.
    for await (const event of events.subscribe(leaving.signal)) await take(event).catch(() => {})
  }
  void follow()
  return () => {
    leaving.abort()
    uploads.close()
  }
}

const attentionWords = (count: number) =>
  count === 1 ? 'A change needs your decision.' : `${formatCount(count)} changes need your decision.`

const uploadedWords = (count: number) =>
  count === 1 ? 'A file was uploaded.' : `${formatCount(count)} files were uploaded.`
