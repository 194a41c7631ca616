import { fileNamePart, safeFileName } from '../../shared/domain/file-names.ts'
import type { ActivityEntry } from '../../shared/ipc/activity.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { activityAsText, unsentAsText } from '../exports/outbox-text.ts'
import type { Connection } from '../tenants/connection.ts'
import type { UseCases } from './core.ts'
import type { FileSaver } from './exports.ts'
import { keepOriginals } from './records.ts'

/** Entries read per batch for an export. */
const chunk = 500
/** Longest firm name in a file name, in bytes. */
const maxNameBytes = 100

type Options = {
  runtimes: Runtimes
  files: Pick<FileSaver, 'saveText'>
  today: () => string
  /** @throws AppError `policy/forbidden` if the policy is read-only */
  refuseWriting: () => void
}

/** A connection's queued writes: saving, deciding, and what was sent. */
export function createOutboxUseCases({ runtimes, files, today, refuseWriting }: Options): UseCases['outbox'] {
  const inConnection = withConnection(runtimes)
  const nameOf = (what: string, { name }: Connection, format: string) => {
    const parts = [what, fileNamePart(name, maxNameBytes), today()].filter((part) => part !== '')
    return safeFileName(`${parts.join(' – ')}.${format}`)
  }
  return {
    save: inConnection(async ({ outbox, store }, { write, draft }) => {
      await keepOriginals(store, [write])
      return outbox.save(write, draft)
    }),
    saveAll: inConnection(async ({ outbox, store }, { writes, save_id }) => {
      await keepOriginals(store, writes)
      return outbox.saveAll(writes, { saveId: save_id })
    }),
    counts: inConnection(({ outbox }) => outbox.counts()),
    list: inConnection(({ store }, input) => store.read('outbox.list', input)),
    get: inConnection(({ store }, input) => store.read('outbox.get', input)),
    setPaused: inConnection(({ outbox }, { id, paused }) => outbox.setPaused(id, paused)),
    setAllPaused: inConnection(({ outbox }, { paused }) => outbox.setAllPaused(paused)),
    allPaused: inConnection(({ outbox }) => ({ paused: outbox.allPaused() })),
    async decide({ connectionId, id, answer }) {
      if (answer.decision !== 'discard') refuseWriting()
      const { outbox } = await (await runtimes.get(connectionId)).open()
      await outbox.decide(id, answer)
    },
    sendNow: inConnection(({ outbox }, { id }) => outbox.sendNow(id)),
    undo: inConnection(async ({ outbox, tray }, { what }) => {
      const undone = await tray.takeBack((toTray) => outbox.undo(what, toTray))
      const { title = '', action = 'update', resource = 'households' } = undone.at(-1) ?? {}
      const save_ids = [...new Set(undone.flatMap(({ save }) => save?.id ?? []))]
      return { undone: undone.length, title, action, resource, operation_ids: undone.map(({ id }) => id), save_ids }
    }),
    undoableUntil: inConnection(({ outbox }, { save_id }) => ({ until: outbox.undoableUntil(save_id) })),
    serverIdOf: inConnection(({ store }, input) => store.read('outbox.serverIdOf', input)),
    activity: inConnection(({ store }, input) => store.read('outbox.activity', input)),
    changes: inConnection(({ store }, input) => store.read('outbox.changes', input)),
    entityDependents: inConnection(({ store }, input) => store.read('outbox.entityDependents', input)),
    deleteEntity: inConnection(({ outbox }, entity) => outbox.deleteEntity(entity)),
    exportUnsent: inConnection(async ({ store }, { format }, connection) => {
      const text = await unsentAsText(await store.read('outbox.unsent', {}), format)
      const suggestedName = nameOf('Unsent changes', connection, format)
      return { file: await files.saveText({ procedure: 'outbox.exportUnsent', suggestedName, text }) }
    }),
    exportActivity: inConnection(async ({ store }, { format, since, until }, connection) => {
      const by = connection.user ?? 'Organization access'
      const text = await activityAsText(await wholeActivity(store, { since, until }), { format, by })
      const suggestedName = nameOf('Activity', connection, format)
      return { file: await files.saveText({ procedure: 'outbox.exportActivity', suggestedName, text }) }
    }),
  }
}

type SavedIn = { since: string | undefined; until: string | undefined }

async function wholeActivity(store: ConnectionStore, savedIn: SavedIn): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = []
  for (let before: number | null = null; ; ) {
    const page: { entries: ActivityEntry[]; next: number | null } = await store.read('outbox.activity', {
      ...savedIn,
      before,
      limit: chunk,
    })
    entries.push(...page.entries)
    if (page.next === null) return entries
    before = page.next
  }
}
