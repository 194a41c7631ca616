import { fileNamePart, safeFileName } from '../../shared/domain/file-names.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import type { ActivityEntry } from '../../shared/ipc/outbox.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { activityAsText, unsentAsText } from '../exports/outbox-text.ts'
import type { ExportUseCases } from './exports.ts'
import { keepOriginals } from './summary-originals.ts'

type Name = keyof ContractInputs['outbox'] & keyof ContractOutputs['outbox']

/** The outbox, one use case per procedure, with the same shapes. All throw AppErrors. */
export type OutboxUseCases = {
  [One in Name]: (input: ContractInputs['outbox'][One]) => Promise<ContractOutputs['outbox'][One]>
}

/** Entries read per batch for an export. */
const chunk = 500
/** Longest firm name in a file name, in bytes. */
const maxNameBytes = 100

type Options = {
  runtimes: Runtimes
  exports: Pick<ExportUseCases, 'saveText'>
  today: () => string
  /** @throws AppError `policy/forbidden` if the policy is read-only */
  refuseWriting: () => void
}

/** The use cases of the outbox; each call names its connection. */
export function createOutboxUseCases({ runtimes, exports, today, refuseWriting }: Options): OutboxUseCases {
  const openOf = async (connectionId: string) => (await runtimes.get(connectionId)).open()
  const outboxOf = async (connectionId: string) => (await openOf(connectionId)).outbox
  const storeOf = async (connectionId: string) => (await openOf(connectionId)).store
  const save = async (
    { what, procedure }: { what: string; procedure: string },
    input: ContractInputs['outbox']['exportUnsent'],
    text: string,
  ) => {
    const { connection } = await runtimes.get(input.connectionId)
    const parts = [what, fileNamePart(connection.name, maxNameBytes), today()].filter((part) => part !== '')
    const suggestedName = safeFileName(`${parts.join(' – ')}.${input.format}`)
    return { file: await exports.saveText({ procedure, suggestedName, text }) }
  }
  return {
    async save({ connectionId, write, draft }) {
      const { outbox, store } = await openOf(connectionId)
      await keepOriginals(store, [write])
      return outbox.save(write, draft)
    },
    async saveAll({ connectionId, writes }) {
      const { outbox, store } = await openOf(connectionId)
      await keepOriginals(store, writes)
      return outbox.saveAll(writes)
    },
    counts: async ({ connectionId }) => (await outboxOf(connectionId)).counts(),
    list: async ({ connectionId, ...input }) => (await storeOf(connectionId)).read('outbox.list', input),
    get: async ({ connectionId, ...input }) => (await storeOf(connectionId)).read('outbox.get', input),
    async setPaused({ connectionId, id, paused }) {
      await (await outboxOf(connectionId)).setPaused(id, paused)
      return {}
    },
    async setAllPaused({ connectionId, paused }) {
      await (await outboxOf(connectionId)).setAllPaused(paused)
      return {}
    },
    allPaused: async ({ connectionId }) => ({ paused: (await outboxOf(connectionId)).allPaused() }),
    async decide({ connectionId, id, answer }) {
      if (answer.decision !== 'discard') refuseWriting()
      await (await outboxOf(connectionId)).decide(id, answer)
      return {}
    },
    async sendNow({ connectionId }) {
      const outbox = await outboxOf(connectionId)
      outbox.sendNow()
      return {}
    },
    serverIdOf: async ({ connectionId, ...input }) => (await storeOf(connectionId)).read('outbox.serverIdOf', input),
    activity: async ({ connectionId, ...input }) => (await storeOf(connectionId)).read('outbox.activity', input),
    entityDependents: async ({ connectionId, ...input }) =>
      (await storeOf(connectionId)).read('outbox.entityDependents', input),
    async deleteEntity({ connectionId, ...entity }) {
      await (await outboxOf(connectionId)).deleteEntity(entity)
      return {}
    },
    async exportUnsent(input) {
      const operations = await (await storeOf(input.connectionId)).read('outbox.unsent', {})
      const text = await unsentAsText(operations, input.format)
      return save({ what: 'Unsent changes', procedure: 'outbox.exportUnsent' }, input, text)
    },
    async exportActivity(input) {
      const entries = await wholeActivity(await storeOf(input.connectionId))
      const { connection } = await runtimes.get(input.connectionId)
      const by = connection.user ?? 'Organization access'
      const text = await activityAsText(entries, { format: input.format, by })
      return save({ what: 'Activity', procedure: 'outbox.exportActivity' }, input, text)
    },
  }
}

async function wholeActivity(store: ConnectionStore): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = []
  for (let before: number | null = null; ; ) {
    const page: { entries: ActivityEntry[]; next: number | null } = await store.read('outbox.activity', {
      before,
      limit: chunk,
    })
    entries.push(...page.entries)
    if (page.next === null) return entries
    before = page.next
  }
}
