import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import { formatCount } from '../../shared/domain/counts.ts'
import type { Presenting } from '../../shared/domain/presenting.ts'
import { type ChosenDates, mostExportedDates } from '../../shared/ipc/dates.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import { calendarOfDates, tableOfDates } from '../exports/dates-file.ts'
import { datedFileName } from '../exports/saved-files.ts'
import type { Connection } from '../tenants/connection.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'
import type { FileSaver } from './exports.ts'
import { factIn } from './facts.ts'
import { dateRulesOf, type RuleSources } from './today.ts'

const changed = () =>
  new AppError('dates/changed', {
    message: 'This date was changed or removed in another window. Nothing was saved.',
    nextStep: 'Close this form, look at the date again and change what is still needed.',
  })

const tooMany = (total: number) =>
  new AppError('dates/too-many', {
    message: `These are ${formatCount(total)} dates, and one file has at most ${formatCount(mostExportedDates)}.`,
    nextStep: 'Choose a month or a kind on the page, or only your households, and export those.',
  })

type Listed = Omit<ChosenDates, 'connectionId'> & { limit: number }

type Options = {
  runtimes: Pick<Runtimes, 'get'>
  files: Pick<FileSaver, 'saveText'>
  rules: RuleSources
  publish: EventHub['publish']
  /** While a household is presented, only its dates are read. */
  presented: () => Presenting | null
}

/** The dates of households, and the user's own, which are stored on this computer only. */
export function createDateUseCases({
  runtimes,
  files,
  rules: sources,
  publish,
  presented,
}: Options): UseCases['dates'] {
  const inConnection = withConnection(runtimes)
  const written = ({ id: connectionId }: Connection) => publish({ type: 'kept', connectionId, what: 'dates' })
  const read = async (store: ConnectionStore, { owner_id, ...asked }: Listed) => {
    const household = presented()
    const of = household === null ? { owner_id } : { owner_id: null, household_ids: [household.household_id ?? ''] }
    const rules = await dateRulesOf(sources, store)
    return { rules, found: await store.read('dates.list', { ...asked, ...of, rules }) }
  }
  return {
    ofRecord: inConnection(({ store }, record) => store.read('dates.ofRecord', record)),
    next: inConnection(async ({ store }, record) =>
      store.read('dates.next', { ...record, rules: await dateRulesOf(sources, store) }),
    ),
    ofHousehold: inConnection(({ store }, household) => store.read('dates.ofHousehold', household)),
    list: inConnection(async ({ store }, asked) => (await read(store, asked)).found),
    export: inConnection(async ({ store }, { as, ...chosen }, { id: connectionId, name: connectionName }) => {
      const { found, rules } = await read(store, { ...chosen, limit: mostExportedDates })
      if (found.total > mostExportedDates) throw tooMany(found.total)
      const now = new Date()
      const text =
        as.format === 'ics'
          ? await calendarOfDates(found.lines, { connectionId, rules, names: as.names, now })
          : await tableOfDates(found.lines, {
              ...{ chosen, connectionName, now },
              asOf: (await store.lastComplete()).individuals ?? null,
            })
      const suggestedName = datedFileName('Dates', { connectionName, now, extension: as.format })
      return { file: await files.saveText({ procedure: 'dates.export', suggestedName, text }) }
    }),
    mark: inConnection(async ({ store }, { subject, what, date, was, mark }, connection) => {
      if (!(await store.writeLedger('dates.mark', { subject, what, date, was, mark }))) throw changed()
      written(connection)
    }),
    add: inConnection(async ({ store }, { record, household_id, fields }, connection) => {
      const id = randomUUID()
      await store.writeLedger('dates.add', { id, record, household_id, fields, source: null })
      written(connection)
      return { id }
    }),
    addFromFact: inConnection(async ({ store }, { record, household_id, fields, document_id, key }, connection) => {
      const { fact, decided } = await factIn(store, { document_id, key })
      const { page, sentence, scan } = fact
      const source = { document_id, sha256: decided.sha256, page, sentence, scan }
      const id = randomUUID()
      await store.writeLedger('dates.add', { id, record, household_id, fields, source })
      written(connection)
      return { id }
    }),
    change: inConnection(async ({ store }, { id, was, fields }, connection) => {
      if (!(await store.writeLedger('dates.change', { id, was, fields }))) throw changed()
      written(connection)
    }),
    setRemoved: inConnection(async ({ store }, { id, removed }, connection) => {
      if (!(await store.writeLedger('dates.setRemoved', { id, removed }))) throw changed()
      written(connection)
    }),
  }
}
