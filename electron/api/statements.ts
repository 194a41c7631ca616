import { AppError } from '../../shared/domain/app-error.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import { numberTail } from '../../shared/statements/accounts.ts'
import { isLeftOutAsOlder, isOlder } from '../../shared/statements/as-of.ts'
import type { CurrentValuation, EntityChoice } from '../../shared/statements/batch.ts'
import { type OpenConnections, withConnection } from '../connections/connection-runtime.ts'
import type { OpenConnection } from '../connections/open-connection.ts'
import { datedFileName } from '../exports/saved-files.ts'
import { openAccounts, planImport, type SharedAccount, sealAccounts } from '../statements/accounts-file.ts'
import { createFiling, type StatementFiling } from '../statements/filing.ts'
import type { StatementReader } from '../statements/reader.ts'
import {
  createReviews,
  goneEntity,
  lastDigits,
  type SecurityKindsInForce,
  type StatementReviews,
} from '../statements/review.ts'
import { createStatements, type Statements } from '../statements/statements.ts'
import type { UseCases } from './core.ts'
import type { FileSaver } from './exports.ts'
import type { Intake } from './intake.ts'

type Options = {
  runtimes: OpenConnections
  intake: Intake['statements']
  reader: StatementReader
  files: Pick<FileSaver, 'saveText'>
  publish(event: AppEvent): void
  /** `YYYY-MM-DD` in local time. */
  today: () => string
  /** ms since the epoch. */
  now: () => number
  /** False while the firm's policy does not allow the text of files to be read. */
  mayReadText: () => boolean
  /** The firm's table: ids of asset classes by the custodian's kind of security. */
  kinds: () => Promise<SecurityKindsInForce>
  /** Statements of the demo firm. */
  samples: {
    candidates(entities: readonly EntityChoice[]): EntityChoice[]
    files(
      accounts: readonly { entity: EntityChoice; valuation: CurrentValuation }[],
      today: string,
    ): { name: string; text: string }[]
  }
}

/** The most conflicts that one answer names. */
const mostConflicts = 200

type Opened = { statements: Statements; reviews: StatementReviews; filing: StatementFiling }

/** Custodians' files: they come in by the intake tray, are read, reviewed, and become valuations in the outbox. */
export function createStatementUseCases(options: Options): UseCases['statements'] {
  const { runtimes, intake, reader, files, publish, today, now, mayReadText, kinds, samples } = options
  const inConnection = withConnection(runtimes)
  /** By the tray of the open connection: another one is made when it is opened again. */
  const opened = new WeakMap<OpenConnection['tray'], Opened>()
  const of = (open: OpenConnection, connectionId: string): Opened => {
    const before = opened.get(open.tray)
    if (before) return before
    const statements = createStatements({ ...open, connectionId, reader, publish, today, now, mayReadText })
    const reviews = createReviews(statements, {
      ...{ store: open.store, outbox: open.outbox, today, kinds },
      refreshValuation: (entityId) => open.sync.refreshValuation(entityId),
    })
    const made = { statements, reviews, filing: createFiling(statements, reviews, open) }
    opened.set(open.tray, made)
    return made
  }
  const knownAccounts = async ({ store }: OpenConnection): Promise<(SharedAccount & { id: string })[]> =>
    (await store.read('statements.allAccounts', {})).map(({ id, entity_id, json }) => ({
      // Records of before custodians were kept have none.
      custodian: null,
      ...JSON.parse(json),
      id,
      entity_id,
    }))
  return {
    ...intake,
    list: inConnection((open, _, { id }) => of(open, id).statements.list()),
    addSamples: inConnection(async (open, _, { id, kind }) => {
      if (kind !== 'demo') throw onlyDemo()
      const candidates = samples.candidates(await of(open, id).statements.entities())
      const { valuations } = await open.store.read('statements.forReview', {
        entity_ids: candidates.map((entity) => entity.id),
        without: [],
      })
      const accounts = candidates.flatMap((entity) => {
        const valuation = valuations.get(entity.id)
        return valuation ? [{ entity, valuation }] : []
      })
      const made = samples.files(accounts, today()).map(({ name, text }) => ({ name, bytes: Buffer.from(text) }))
      const rows = await open.tray.announceStatements(
        made.map(({ name, bytes }) => ({ name, folder: '', size: bytes.byteLength })),
      )
      await Promise.all(
        rows.map(({ row_id }, at) => open.tray.receive(row_id, chunksOf(made[at]?.bytes ?? new Uint8Array()))),
      )
      return { added: rows.length }
    }),
    read: inConnection((open, { id }, connection) => of(open, connection.id).statements.read(id)),
    rows: inConnection((open, input, { id }) => of(open, id).statements.rows(input)),
    readScan: inConnection((open, { id }, connection) => of(open, connection.id).statements.readScan(id)),
    figures: inConnection((open, { id }, connection) => of(open, connection.id).statements.figures(id)),
    answer: inConnection((open, input, { id }) => of(open, id).statements.answer(input)),
    setClass: inConnection(async (open, { keys, asset_class_id }, { id }) => {
      await open.store.writeLedger('statements.setClass', { keys, asset_class_id })
      of(open, id).statements.changed()
    }),
    answerReview: inConnection(async (open, { answers }, { id }) => {
      const { statements, reviews } = of(open, id)
      const left = Object.keys(answers).filter((question) => isLeftOutAsOlder(question, answers[question]))
      const given = Object.entries(answers).filter(([question]) => !left.includes(question))
      if (given.length > 0)
        await open.store.writeLedger('statements.setAnswers', { scope: 'review', answers: Object.fromEntries(given) })
      // A file that is being read again would have no questions.
      if (left.length > 0) await statements.settled()
      const { entities, accounts } = left.length > 0 ? await reviews.review() : { entities: [], accounts: [] }
      const asked = entities.filter(({ questions }) => questions.some((question) => left.includes(question.id)))
      // They are left out of their files, where each can be taken after all.
      for (const { before, accounts: own } of asked)
        for (const { file_id, key } of own) {
          const account = accounts.find((one) => one.file_id === file_id && one.key === key)
          if (isOlder(before, account?.as_of ?? null))
            await statements.answer({ id: file_id, change: { what: 'leave-out', account: key, left_out: true } })
        }
      statements.changed()
    }),
    review: inConnection((open, _, { id }) => of(open, id).reviews.review()),
    approve: inConnection((open, input, { id }) => of(open, id).reviews.approve(input)),
    undo: inConnection((open, input, { id }) => of(open, id).reviews.undo(input)),
    readFrom: inConnection((open, input, { id }) => of(open, id).reviews.readFrom(input)),
    filing: inConnection((open, input, { id }) => of(open, id).filing.filing(input)),
    file: inConnection((open, input, { id }) => of(open, id).filing.file(input)),
    saveExtract: inConnection(async (open, input, connection) => {
      const { name, text } = await of(open, connection.id).filing.extract(input)
      const suggestedName = datedFileName(name, { connectionName: '', now: new Date(), extension: 'csv' })
      return { file: await files.saveText({ procedure: 'statements.saveExtract', suggestedName, text }) }
    }),
    accounts: inConnection(({ store }) => store.read('statements.accountCount', {})),
    exportAccounts: inConnection(async (open, { passphrase }, connection) => {
      const text = await sealAccounts(await knownAccounts(open), passphrase)
      const suggestedName = datedFileName('Statement accounts', {
        ...{ connectionName: connection.name, now: new Date(), extension: 'json' },
      })
      return { file: await files.saveText({ procedure: 'statements.exportAccounts', suggestedName, text }) }
    }),
    importAccounts: inConnection(async (open, { base64, passphrase, answers }, { id }) => {
      const given = await openAccounts(Buffer.from(base64, 'base64'), passphrase)
      const [known, entities] = await Promise.all([knownAccounts(open), of(open, id).statements.entities()])
      const { taken, kept, asked, replaces } = planImport(given, known, answers)
      await open.store.writeLedger('statements.addAccounts', {
        accounts: taken.map(({ id: own, entity_id, ...account }) => ({
          ...{ id: own, entity_id, tail: numberTail(account), json: JSON.stringify(account) },
        })),
        replaces,
      })
      of(open, id).statements.changed()
      const names = new Map(entities.map((entity) => [entity.id, entity.name]))
      const named = (entityId: string) => ({ id: entityId, name: names.get(entityId) ?? goneEntity })
      return {
        ...{ in_file: given.length, taken: taken.length, kept, asked: asked.length },
        conflicts: asked.slice(0, mostConflicts).map(({ id: conflict, account, mine }) => ({
          ...{ id: conflict, digits: lastDigits(account.number), name: account.name, file: named(account.entity_id) },
          mine: [...new Set(mine.map(({ entity_id }) => entity_id))].map(named),
        })),
        known: (await open.store.read('statements.accountCount', {})).known,
      }
    }),
  }
}

const onlyDemo = (): AppError =>
  new AppError('connection/not-found', {
    message: 'Only the demo firm has sample statements.',
    nextStep: 'Open the demo firm and try it there.',
  })

async function* chunksOf(bytes: Uint8Array) {
  yield bytes
}
