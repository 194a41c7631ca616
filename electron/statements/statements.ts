import { AppError, toAppError } from '../../shared/domain/app-error.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import type { StatementFile } from '../../shared/ipc/statement-files.ts'
import { createMutex, createThrottle } from '../../shared/lib/calls.ts'
import type { EntityChoice } from '../../shared/statements/batch.ts'
import { isConfirmed } from '../../shared/statements/scan-figures.ts'
import type { Statement } from '../../shared/statements/statement.ts'
import { tieOut } from '../../shared/statements/tie-out.ts'
import type { OpenedStore } from '../data/connection-store.ts'
import type { ReadSource } from '../data/ledger/statements.ts'
import type { ConnectionFiles } from '../documents/connection-files.ts'
import type { StatementInTray, Tray } from '../intake/tray.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { noEngine } from '../texts/read-scans.ts'
import { decide, readDecisions, type StoredDecisions, sourceOf } from './decisions.ts'
import { positionRows, rowView, takenRows, viewOf } from './file-view.ts'
import type { ReadFile, StatementReader } from './reader.ts'
import { createStatementScans, type FileScan } from './scans.ts'

type Inputs = ContractInputs['statements']
type Outputs = ContractOutputs['statements']
type Ours<Input> = Omit<Input, 'connectionId'>

/** The parts of an open connection that its statements use. */
export type StatementParts = {
  connectionId: string
  store: Pick<OpenedStore, 'read' | 'writeLedger' | 'onChanged'>
  tray: Pick<Tray, 'statements' | 'remove' | 'onStatement'>
  files: ConnectionFiles
  outbox: Outbox
  reader: StatementReader
  publish(event: AppEvent): void
  /** `YYYY-MM-DD` in local time. */
  today(): string
  /** ms since the epoch. */
  now(): number
  /** False while the firm's policy does not allow the text of files to be read. */
  mayReadText(): boolean
}

/** How long a file stays after all of it was logged, in days. */
const keptDays = 30
const dayMs = 86_400_000
/** Least time between two events about one connection's statements, in ms: a queue that is sent changes many times a second. */
const restMs = 250

/** A file of the tray with everything that is known of it. */
export type KnownFile = {
  file: StatementInTray
  decisions: StoredDecisions
  /** The name that another file with these headers was given: proposed only, as custodians may have equal headers. Null if there is none. */
  proposedCustodian: string | null
  answers: Record<string, string>
  /** Null while it is read, and if it cannot be. */
  read: ReadFile | null
  problem: AppError | null
  /** Null for a file that is no scan. */
  scan: FileScan | null
  /** Valuations in which an account of it is, by the account's key. */
  logged: Map<string, ReadSource>
  /** Valuations that came from a file with the same bytes. */
  sources: ReadSource[]
}

/** One connection's statements: files of the tray, read and remembered. */
export type Statements = {
  /** Every file; files that are not read yet are read in the background. */
  known(): Promise<KnownFile[]>
  /** The same once all files are read. */
  settled(): Promise<KnownFile[]>
  /** A file, once it is read. Throws `statements/gone`. */
  settledFile(id: string): Promise<KnownFile>
  entities(): Promise<EntityChoice[]>
  list(): Promise<Outputs['list']>
  read(id: string): Promise<Outputs['read']>
  rows(input: Ours<Inputs['rows']>): Promise<Outputs['rows']>
  /** Begins to read the words of a scan. Throws `statements/gone`. */
  readScan(id: string): Promise<void>
  /** The texts of a scan that the user has to confirm. Throws `statements/gone`. */
  figures(id: string): Promise<Outputs['figures']>
  /** Throws `statements/gone`, `statements/changed`. */
  answer(input: Ours<Inputs['answer']>): Promise<void>
  /** The bytes of a file. Throws `files/…`. */
  bytes(file: StatementInTray): Promise<Uint8Array>
  changed(): void
}

/** The texts of a scan that the user confirmed; null for a file that is no scan whose words were read. */
type ReadScanOf = StoredDecisions['figures'] | null

type Held = { key: string; answers: string; promise: Promise<void>; read: ReadFile | null; problem: AppError | null }

export function createStatements(parts: StatementParts): Statements {
  const { store, tray, files, reader, connectionId } = parts
  const held = new Map<string, Held>()
  const inTurn = createMutex()
  let isSwept = false
  let entities: Promise<EntityChoice[]> | null = null
  const changes = createThrottle(restMs, () => parts.publish({ type: 'files', connectionId, what: 'statements' }), {
    atOnce: true,
  })
  const changed = changes.request
  store.onChanged((resources) => {
    if (resources.includes('entities') || resources.includes('households')) entities = null
    if (resources.includes('entities') || resources.includes('valuations')) changed()
  })
  parts.outbox.onChange(changed)
  const scans = createStatementScans({ ...parts, changed })

  const bytes = async ({ staged_id }: StatementInTray) => {
    if (staged_id === null) throw gone()
    const chunks: Uint8Array[] = []
    for await (const chunk of files.staged.read(staged_id)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  /** Reads a file again when its bytes, an answer that concerns it, a correction of a scan, or the day is another than last time. */
  const ensure = (file: StatementInTray, answers: Record<string, string>, scan: ReadScanOf): Held => {
    const before = held.get(file.id)
    const corrections = Object.entries(scan ?? {}).filter(([, { text, read }]) => text !== read)
    const key = `${file.sha256} ${parts.today()} ${scan === null ? '' : JSON.stringify(corrections)}`
    const headers = before?.read?.reading.is === 'statement' ? headersOf(before.read.reading.statement) : null
    const concerning = Object.entries(answers).filter(([id]) => headers === null || concerns(id, headers))
    const relevant = JSON.stringify(concerning.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (before?.key === key && before.answers === relevant) return before
    const next: Held = { key, answers: relevant, promise: Promise.resolve(), read: null, problem: null }
    next.promise = (async () => {
      try {
        const content = await bytes(file)
        const today = parts.today()
        const words = scan && { pages: await scans.words(file.id), confirmed: scan }
        const toRead = { bytes: content, name: file.file_name, answers, today }
        next.read = await reader.read(`${connectionId} ${file.id}`, toRead, words)
        // From now on only answers about its own headers concern it.
        if (next.read.reading.is === 'statement' && headers === null) {
          const ofFile = headersOf(next.read.reading.statement)
          const own = concerning.filter(([id]) => concerns(id, ofFile))
          next.answers = JSON.stringify(own.toSorted(([a], [b]) => (a < b ? -1 : 1)))
        }
      } catch (thrown) {
        next.problem = toAppError(thrown)
      }
      changed()
    })()
    held.set(file.id, next)
    return next
  }

  const known = async (wait: boolean): Promise<KnownFile[]> => {
    const shown = await tray.statements()
    const [memory, decided, scanned] = await Promise.all([
      store.read('statements.memory', {}),
      store.read('statements.decisions', {}),
      scans.read(),
    ])
    const digests = [...new Set(shown.flatMap(({ sha256 }) => sha256 ?? []))]
    const sources = digests.length === 0 ? [] : await store.read('statements.sourcesByDigest', { digests })
    const sourcesBy = new Map<string, ReadSource[]>()
    for (const source of sources)
      for (const digest of new Set(sourceOf(source.json).files.map(({ sha256 }) => sha256)))
        sourcesBy.set(digest, [...(sourcesBy.get(digest) ?? []), source])
    const byId = new Map(decided.map((each) => [each.id, each.json]))
    if (!isSwept) {
      isSwept = true
      // Files that were removed in this run can be restored, and so can what was decided about them.
      const stored = [...decided.map((each) => each.id), ...scanned.keys()]
      const ids = stored.filter((id) => !shown.some((file) => file.id === id))
      if (ids.length > 0) await store.writeLedger('statements.forget', { ids }).catch(() => {})
    }
    scans.keepOnly(new Set(shown.map(({ id }) => id)))
    for (const id of held.keys()) if (!shown.some((file) => file.id === id)) held.delete(id)
    const found = shown.map((file) => {
      const decisions = readDecisions(byId.get(file.id))
      const answers = { ...memory.header, ...decisions.answers }
      const scan = file.sha256 !== null && scanned.get(file.id) === file.sha256 ? decisions.figures : null
      return { file, decisions, answers, reading: file.state === 'ready' ? ensure(file, answers, scan) : null }
    })
    if (wait) await Promise.all(found.flatMap(({ reading }) => reading?.promise ?? []))
    return found.map(({ file, decisions, answers, reading }) => {
      const read = reading?.read ?? null
      const layout = read?.reading.is === 'statement' ? read.reading.statement.layout.key : ''
      const own = sourcesBy.get(file.sha256 ?? '') ?? []
      const logged = new Map(
        own.flatMap((source) =>
          sourceOf(source.json).accounts.flatMap(({ file_id, key }): [string, ReadSource][] =>
            file_id === file.id ? [[key, source]] : [],
          ),
        ),
      )
      return {
        ...{ file, decisions, answers, read, problem: reading?.problem ?? null, logged, sources: own },
        scan: scans.stateOf(file.id, read, decisions),
        proposedCustodian: memory.custodians[layout] ?? null,
      }
    })
  }

  // Read before a screen asks: what it then shows of a file is whole, and not that it is being read.
  tray.onStatement(() => void known(false).catch(() => {}))

  const settledFile = async (id: string) => {
    const found = (await known(true)).find(({ file }) => file.id === id)
    if (found === undefined) throw gone()
    return found
  }

  /** Removes files of which everything was logged, and taken by the service, long ago; returns the others. */
  const removeOld = async (rows: readonly StatementFile[]): Promise<StatementFile[]> => {
    const isDue = ({ removed_on }: StatementFile) => removed_on !== null && Date.parse(removed_on) <= parts.now()
    const ids = rows.filter(isDue).map(({ id }) => id)
    if (ids.length > 0) {
      await tray.remove(ids)
      await store.writeLedger('statements.forget', { ids })
    }
    return rows.filter((row) => !isDue(row))
  }

  return {
    changed,
    bytes,
    known: () => known(false),
    settled: () => known(true),
    settledFile,
    entities() {
      entities ??= store.read('statements.entities', {}).catch((thrown) => {
        entities = null
        throw thrown
      })
      return entities
    },
    async list() {
      const all = await known(false)
      const rows = all.map((each) => fileRow(each, all))
      return { files: await removeOld(rows).catch(() => rows) }
    },
    async read(id) {
      const found = await settledFile(id)
      const all = await known(false)
      const { read } = found
      const reading = read?.reading.is === 'statement' ? viewOf(read.reading.statement, found) : null
      return { file: fileRow(found, all), reading, staged_id: found.file.staged_id }
    },
    async rows({ id, offset, limit }) {
      let found = await settledFile(id)
      if (found.read?.reading.is !== 'statement' && found.read?.rowCount === 0) return { rows: [], total: 0, width: 0 }
      const statement = found.read?.reading.is === 'statement' ? found.read.reading.statement : null
      const taken = statement ? takenRows(statement) : new Map()
      if (found.read?.rowCount === 0 && statement) {
        const rows = positionRows(statement)
        return {
          rows: rows.slice(offset, offset + limit).map((row) => rowView(row, taken)),
          total: rows.length,
          width: 5,
        }
      }
      const key = `${connectionId} ${id}`
      let window = await reader.rows(key, { offset, limit })
      if (window === null) {
        held.delete(id)
        found = await settledFile(id)
        window = await reader.rows(key, { offset, limit })
      }
      if (window === null) throw found.problem ?? gone()
      return { ...window, rows: window.rows.map((row) => rowView(row, taken)) }
    },
    async readScan(id) {
      if (!reader.canScan) throw noEngine()
      const { file, scan } = await settledFile(id)
      if (scan?.is === 'unread' && parts.mayReadText()) scans.begin(file, () => bytes(file))
    },
    async figures(id) {
      const { read, decisions } = await settledFile(id)
      const figures = (read?.scan?.figures ?? []).map((figure) => {
        const { isSure, place, ...own } = figure
        return {
          ...own,
          place: place && { page: place.page, mark: place.box },
          is_sure: isSure,
          is_confirmed: isConfirmed(figure, decisions.figures),
        }
      })
      return { figures }
    },
    answer: ({ id, change }) =>
      inTurn(async () => {
        const { file, decisions, read } = await settledFile(id)
        if (change.what === 'figures') refuseOtherFigures(read, change)
        if (change.what === 'custodian') {
          if (read?.reading.is !== 'statement') throw gone()
          const layout = read.reading.statement.layout.key
          await store.writeLedger('statements.setCustodian', { layout, name: change.name })
        }
        const next = decide(decisions, change)
        if (next.forHeaders !== null && Object.keys(next.forHeaders).length > 0)
          await store.writeLedger('statements.setAnswers', { scope: 'header', answers: next.forHeaders })
        const row = { id, sha256: file.sha256 ?? '', name: file.file_name, added_at: file.added_at ?? '' }
        await store.writeLedger('statements.put', { rows: [{ ...row, json: JSON.stringify(next.decisions) }] })
        changed()
      }),
  }
}

/** A row that has other texts than those that were seen is looked at again. */
function refuseOtherFigures(
  read: ReadFile | null,
  { row, figures }: Extract<Inputs['answer']['change'], { what: 'figures' }>,
): void {
  const own = (read?.scan?.figures ?? []).filter((figure) => figure.row === row)
  if (figures.every((one) => own.some((figure) => figure.cell === one.cell && figure.read === one.read))) return
  throw new AppError('statements/changed', {
    message: 'This row of the scan has other texts now.',
    nextStep: 'Look at it again, then confirm it.',
  })
}

const headerScope = /^h[0-9a-f]+\//

/** The scopes of answers about all files with the same headers that concern this one: of its tables and, as OFX has none, of its questions. */
function headersOf({ tables, questions, answered, accounts }: Statement): Set<string> {
  const asked = [...questions, ...answered, ...accounts.flatMap((account) => account.questions)]
  return new Set([...tables.map(({ scope }) => scope), ...asked.flatMap(({ id }) => headerScope.exec(id)?.[0] ?? [])])
}

const concerns = (answerId: string, headers: ReadonlySet<string>): boolean => {
  const scope = headerScope.exec(answerId)?.[0]
  return scope === undefined || headers.has(scope)
}

const statementIn = ({ read }: KnownFile): Statement | null =>
  read?.reading.is === 'statement' ? read.reading.statement : null

/** A valuation that was saved and is not at the service: the review decides about it again. */
export const isReopened = ({ question }: ReadSource): boolean =>
  question === 'other-latest' || question === 'other-entity' || question === 'refused'

/** True if the advisor left an account of a file out. */
export const isLeftOut = ({ decisions }: KnownFile, key: string): boolean => {
  const decision = decisions.accounts[key]
  return decision !== undefined && 'leaveOut' in decision
}

/** The other files with the same bytes. */
export const copiesOf = ({ file }: KnownFile, all: readonly KnownFile[]): KnownFile[] =>
  file.sha256 === null ? [] : all.filter(({ file: other }) => other.id !== file.id && other.sha256 === file.sha256)

const latestOf = (sources: Iterable<ReadSource>): string | null =>
  [...sources]
    .map(({ saved_at }) => saved_at)
    .toSorted()
    .at(-1) ?? null

/** A file as the list shows it. */
function fileRow(known: KnownFile, all: readonly KnownFile[]): StatementFile {
  const { file, read, problem, decisions, logged, scan } = known
  const { staged_id: _, added_at, state, issue, ...own } = file
  const statement = statementIn(known)
  const accounts = statement?.accounts ?? []
  const as_of = decisions.asOf ?? statement?.asOf.date ?? null
  const counted = accounts.filter(({ key }) => !isLeftOut(known, key))
  const taken = new Map([...logged].filter(([, source]) => !isReopened(source)))
  const isLogged = counted.length > 0 && counted.every(({ key }) => taken.has(key))
  const logged_at = latestOf(taken.values())
  // A file that is here twice is logged from one of them, and both are removed.
  const ofCopies = copiesOf(known, all)
    .flatMap((copy) => [...copy.logged])
    .filter(([, source]) => !isReopened(source))
  const takenOnce = new Map([...ofCopies, ...taken])
  const isSent = counted.length > 0 && counted.every(({ key }) => takenOnce.get(key)?.state === 'done')
  const sent_at = isSent ? latestOf(takenOnce.values()) : null
  const tied = counted.filter((account) => tieOut(account, decisions).ties)
  const base = {
    ...own,
    added_at: added_at ?? '',
    layout: statement ? (decisions.custodian ?? statement.layout.words) : null,
    ...{ as_of, accounts: accounts.length, left_out: accounts.length - counted.length },
    ...{ tied: tied.length, logged: counted.filter(({ key }) => taken.has(key)).length, logged_at },
    rows: accounts.reduce((sum, { rows }) => sum + rows.length, 0),
    questions: (statement?.questions.length ?? 0) + accounts.reduce((sum, { questions }) => sum + questions.length, 0),
    same_as: sameAs(known, all),
    scan,
    removed_on: sent_at === null ? null : new Date(Date.parse(sent_at) + keptDays * dayMs).toISOString(),
  }
  if (state === 'staging') return { ...base, state: 'receiving', issue }
  if (state === 'failed') return { ...base, state: 'failed', issue }
  if (problem !== null)
    return { ...base, state: 'failed', issue: { field: 'file', message: problem.message, next_step: problem.nextStep } }
  if (read === null || scan?.is === 'reading') return { ...base, state: 'reading', issue: null }
  if (scan?.is === 'unread') return { ...base, state: 'other', issue: scan.why ?? unreadScan }
  if (read.reading.is === 'other') {
    const { what, nextStep } = read.reading
    const hidden = read.otherSheets.filter(({ isHidden }) => isHidden).map(({ name }) => `“${name}”`)
    const more =
      hidden.length === 0
        ? ''
        : ` Hidden sheets were not read: ${hidden.slice(0, 5).join(', ')}. Unhide them in a spreadsheet, save the workbook, and drop it again.`
    return { ...base, state: 'other', issue: { field: 'file', message: what, next_step: `${nextStep}${more}` } }
  }
  if (isLogged) return { ...base, state: 'logged', issue: null }
  const isConfirmedWhole = scan === null || scan.confirmed === scan.count
  return { ...base, state: statement?.isReady && as_of !== null && isConfirmedWhole ? 'ready' : 'asks', issue: null }
}

const unreadScan = {
  field: 'file',
  message: 'This PDF is a scan: its pages are pictures.',
  next_step:
    'Read it here, then confirm each figure; or ask the custodian for the positions as a CSV, Excel or OFX file.',
} as const

function sameAs({ file, sources }: KnownFile, all: readonly KnownFile[]): StatementFile['same_as'] {
  const at = all.findIndex((each) => each.file.id === file.id)
  const earlier = all
    .slice(0, Math.max(0, at))
    .find((each) => each.file.sha256 !== null && each.file.sha256 === file.sha256)
  if (earlier) {
    const logged_at = earlier.sources.at(-1)?.saved_at ?? null
    return { id: earlier.file.id, file_name: earlier.file.file_name, logged_at }
  }
  const before = sources
    .flatMap(({ saved_at, json }) => sourceOf(json).files.map((one) => ({ ...one, saved_at })))
    .findLast(({ id, sha256 }) => id !== file.id && sha256 === file.sha256)
  return before ? { id: null, file_name: before.file_name, logged_at: before.saved_at } : null
}

export const gone = (): AppError =>
  new AppError('statements/gone', {
    message: 'This file is not in Statements any more.',
    nextStep: 'Go back to Statements; drop the file again if it is needed.',
  })
