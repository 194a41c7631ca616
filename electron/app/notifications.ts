import { formatCount } from '../../shared/domain/counts.ts'
import { dateBefore, localToday } from '../../shared/domain/days.ts'
import type { Presenting } from '../../shared/domain/presenting.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { SyncStatus } from '../../shared/ipc/sync.ts'
import type { EventHub } from '../api/event-hub.ts'
import { dateRulesOf, type RuleSources } from '../api/today.ts'
import type { ConnectionRuntime } from '../connections/connection-runtime.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Shell } from '../platform/host.ts'
import type { PreferencesFile } from '../settings/preferences-file.ts'

type Runtime = Pick<ConnectionRuntime, 'connection' | 'cache' | 'attention' | 'open'>

type Options = {
  shell: Pick<Shell, 'notify' | 'badge'>
  events: Pick<EventHub, 'subscribe'>
  runtimes: { all(): Promise<readonly Runtime[]>; get(connectionId: string): Promise<Runtime> }
  preferences: Pick<PreferencesFile, 'get'>
  isLocked(): boolean
  /** While a household is presented, no dates are announced: a guest sees the screen. */
  presented(): Presenting | null
  rules: RuleSources
  clock?: Clock
}

/** The days, today included, whose dates are announced. */
const announcedDays = 7

/**
 * Notifies a user who is not looking at Steward that changes need a decision, that uploads ended, and once a day that dates are due. A
 * notification never contains a name: it appears on shared screens and stays in the operating system's notification list.
 *
 * @returns a function that stops it
 */
export function showNotifications(options: Options): () => void {
  const { shell, events, runtimes } = options
  const abortController = new AbortController()
  const clock = options.clock ?? systemClock
  const attention = new Map<string, number>()
  /** The day on which the dates of a connection were last looked at. */
  const lookedOn = new Map<string, string>()
  let badge = 0

  const isWanted = async () => shell.notify !== null && (await options.preferences.get()).notifications !== false
  const tell = async (connectionId: string, words: string) => {
    if (shell.notify === null || !(await isWanted())) return
    const body = options.isLocked() ? 'Steward needs your attention.' : words
    shell.notify({ title: 'Steward', body, path: `/c/${connectionId}/outbox` })
  }
  const noteAttention = async (connectionId: string, now: number) => {
    const before = attention.get(connectionId)
    attention.set(connectionId, now)
    // Decisions that were pending when a connection was opened are shown on its screens.
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
    // Successful uploads are not announced while locked: the user need not unlock Steward for them.
    if (runtime.cache() !== 'open' || options.isLocked()) return
    const { store } = await runtime.open()
    const ended = await Promise.all(
      operationIds.map((id) => store.read('outbox.get', { id }).then(({ operation }) => operation.state === 'done')),
    )
    const done = ended.filter(Boolean).length
    if (done > 0) await tell(connectionId, uploadedWords(done))
  }
  const uploads = watchUploads({
    clock,
    // Uploads that can no longer be looked up are not announced.
    onEnded: (ended) => void uploaded(ended).catch(() => {}),
  })
  const mayAnnounce = () => !options.isLocked() && options.presented() === null
  /** After a run by which all people are read, the first one of a day: until then the count would be too small. */
  const noteDates = async ({ connectionId, state, endedAt, resources }: SyncStatus) => {
    const day = localToday(new Date(clock.now()))
    const isRead = resources.some((one) => one.resource === 'individuals' && one.lastCompleteAt !== null)
    if (state !== 'idle' || endedAt === null || !isRead || lookedOn.get(connectionId) === day) return
    if (!mayAnnounce() || !(await isWanted())) return
    const runtime = await runtimes.get(connectionId)
    if (runtime.cache() !== 'open') return
    const { store } = await runtime.open()
    // The households of the page that a click opens.
    const { user_id: owner_id } = await store.read('places.me', { user: runtime.connection.user ?? null })
    const span = { from: day, to: dateBefore(clock.now(), 1 - announcedDays) }
    const rules = await dateRulesOf(options.rules, store)
    const { total } = await store.read('dates.list', { owner_id, ...span, kind: null, state: 'open', limit: 0, rules })
    lookedOn.set(connectionId, day)
    if (total === 0 || !mayAnnounce() || !(await store.writeLedger('dates.noteNotice', { day }))) return
    shell.notify?.({ title: 'Steward', body: datesWords(total), path: `/c/${connectionId}/dates` })
  }
  const take = async (event: AppEvent) => {
    if (event.type === 'sync') return noteDates(event.status)
    if (event.type === 'outbox') await noteAttention(event.connectionId, event.counts.attention)
    else if (event.type === 'connections-changed') await lookAtAll()
    else if (event.type === 'uploads') uploads.told(event.connectionId, event.uploads)
    showBadge()
  }
  const follow = async () => {
    // One event at a time: each compares the current count with the previous one.
    for await (const event of events.subscribe(abortController.signal)) await take(event).catch(() => {})
  }
  void follow()
  return () => {
    abortController.abort()
    uploads.close()
  }
}

const attentionWords = (count: number) =>
  count === 1 ? 'A change needs your decision.' : `${formatCount(count)} changes need your decision.`

const datesWords = (count: number) =>
  count === 1 ? 'A date is due this week.' : `${formatCount(count)} dates are due this week.`

const uploadedWords = (count: number) =>
  count === 1 ? 'A file was uploaded.' : `${formatCount(count)} files were uploaded.`

type Uploads = Extract<AppEvent, { type: 'uploads' }>['uploads']

/** Uploads of one connection that ended, successfully or not, since the last time none was active. */
type EndedUploads = { connectionId: string; operationIds: string[] }

type Seen = { underWay: Set<string>; ended: Set<string>; resting: AbortController | null }

/**
 * How long no upload may be active before they count as ended, in ms: another file may follow, and the last one is still being
 * saved.
 */
const restMs = 1_500

/** Follows upload events and reports once when the last of several uploads has ended. */
function watchUploads({ clock, onEnded }: { clock: Pick<Clock, 'sleep'>; onEnded: (ended: EndedUploads) => void }) {
  const all = new Map<string, Seen>()
  return {
    told(connectionId: string, uploads: Uploads) {
      const seen = all.get(connectionId) ?? { underWay: new Set(), ended: new Set(), resting: null }
      all.set(connectionId, seen)
      const now = new Set(uploads.map((upload) => upload.operation_id))
      for (const id of seen.underWay) if (!now.has(id)) seen.ended.add(id)
      for (const id of now) seen.ended.delete(id)
      seen.underWay = now
      seen.resting?.abort()
      if (now.size > 0 || seen.ended.size === 0) return
      const resting = new AbortController()
      seen.resting = resting
      const end = () => {
        if (resting.signal.aborted) return
        const operationIds = [...seen.ended]
        seen.ended.clear()
        onEnded({ connectionId, operationIds })
      }
      clock.sleep(restMs, resting.signal).then(end, () => {})
    },
    close() {
      for (const { resting } of all.values()) resting?.abort()
    },
  }
}
