import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { formatCount } from '../../shared/domain/counts.ts'
import { cut } from '../../shared/domain/import/read-cell.ts'
import type { Presenting } from '../../shared/domain/presenting.ts'
import {
  type ChosenDates,
  type EnteredDate,
  enteredDate,
  fileDate,
  mostExportedDates,
  mostImportedDates,
  mostTitle,
} from '../../shared/ipc/dates.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { ConnectionStore } from '../data/connection-store.ts'
import type { FileDate } from '../data/reads/own-dates.ts'
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

const unreadable = (message: string, nextStep: string) => new AppError('dates/unreadable', { message, nextStep })

/** A file of links and dates, as far as dates are read from it. */
const datesFile = z.object({
  format: z.literal('steward-estate-links-1'),
  service: z.string(),
  household: z.object({ name: z.string().nullable() }),
  dates: z.array(z.unknown()).max(mostImportedDates),
})

/** Reads such a file: its dates, and those that are not valid or share an id, each with the reason. Null if it is no such file. */
function readDatesFile(text: string) {
  const file = datesFile.safeParse(jsonOf(text))
  if (!file.success) return null
  const read: FileDate[] = []
  const left_out: { title: string; why: string }[] = []
  for (const given of file.data.dates) {
    const whole = fileDate.safeParse(given)
    const fields = enteredDate.safeParse(whole.data && onlyEntered(whole.data))
    if (whole.success && fields.success) {
      read.push({ id: whole.data.id, record: whole.data.record, fields: fields.data })
      continue
    }
    const { path = [], message = '' } = (whole.error ?? fields.error)?.issues[0] ?? {}
    const { title } = titled.safeParse(given).data ?? { title: 'A date without a title' }
    const more = path[0] === 'title' && title.length > mostTitle ? ` and has ${formatCount(title.length)}` : ''
    left_out.push({ title: cut(title, mostTitle), why: `${path.join('.') || 'The date'}: ${message}${more}` })
  }
  // Which of two dates with one id holds is not known.
  const byId = Map.groupBy(read, ({ id }) => id)
  const dates = read.filter(({ id }) => byId.get(id)?.length === 1)
  for (const { id, fields } of read) if (byId.get(id)?.length !== 1) left_out.push({ title: fields.title, why: sameId })
  return { ...file.data, dates, left_out }
}

const titled = z.object({ title: z.string().trim().min(1) })

const sameId =
  'Another date of the file has the same id. Remove all but one of them from the file, and import it again.'

const onlyEntered = ({ kind, title, date, every, until }: EnteredDate): EnteredDate => ({
  kind,
  title,
  date,
  every,
  until,
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Listed = Omit<ChosenDates, 'connectionId'> & {
  limit: number
  without?: readonly string[] | undefined
  household_ids?: readonly string[] | undefined
}

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
  const read = async (store: ConnectionStore, { owner_id, household_ids, without = [], ...asked }: Listed) => {
    const household = presented()
    const ids = household === null ? household_ids : [household.household_id ?? '']
    const of = { owner_id: ids === undefined ? owner_id : null, ...(ids === undefined ? {} : { household_ids: ids }) }
    const rules = (await dateRulesOf(sources, store)).filter(({ id }) => !without.includes(id))
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
    planImport: inConnection(async ({ store }, { text }, { base_url }) => {
      const file = readDatesFile(text)
      if (file === null)
        throw unreadable(
          `This is not a file of links and dates, or it has more than ${formatCount(mostImportedDates)} dates.`,
          'Choose a file that Steward saved by Export your links and dates on a household’s estate.',
        )
      if (file.service !== base_url)
        throw unreadable(
          `This file was made at another service, ${file.service}. Its records are not those of this firm.`,
          'Open the connection that it was made in, and import it there.',
        )
      const { unknown, ...found } = await store.read('dates.compare', { dates: file.dates })
      const gone = unknown.map(({ fields: { title } }) => ({ title, why: 'Its record is not in the offline copy.' }))
      return { household: file.household.name ?? '', ...found, left_out: [...file.left_out, ...gone] }
    }),
    import: inConnection(async ({ store }, { dates }, connection) => {
      if (!(await store.writeLedger('dates.import', { dates }))) throw changed()
      written(connection)
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
