import { createStatementReader } from '../../electron/statements/reader.ts'
import { createReviews } from '../../electron/statements/review.ts'
import { createStatements } from '../../electron/statements/statements.ts'
import { statementWorker } from '../doubles/data-worker.ts'
import { say } from './advisor.ts'
import type { Steward } from './steward.ts'

/** Two accounts of one custodian's file: a colleague logged a valuation of the second one's entity, which this computer has not read. */
export type StatementTask = { text: string; entities: readonly [string, string]; assetClass: string }

const today = () => new Date().toISOString().slice(0, 10)

/** No story has a PDF. */
const noTexts = { read: async () => ({ is: 'no-text-kind' as const }) }

/** The statements of an open Steward, and the thread that reads them. */
function statementsOf({ store, tray, files, outbox, sync, connectionId }: Steward) {
  const reader = createStatementReader({
    ...{ workerUrl: statementWorker, texts: noTexts },
    scans: { reader: { readScan: async () => {} }, engine: null },
  })
  const parts = {
    ...{ store, tray, files, outbox, reader, connectionId, publish: () => {}, today, now: Date.now },
    mayReadText: () => true,
  }
  const statements = createStatements(parts)
  const reviews = createReviews(statements, {
    ...parts,
    refreshValuation: (id) => sync.refreshValuation(id),
    kinds: async () => ({ kinds: {}, problem: null }),
  })
  return { statements, reviews, close: () => reader.close() }
}

/** Takes in a file, answers what it asks, approves it, takes it back, approves it again, replaces what was not sent, and removes the file. */
export async function tellStatements(steward: Steward, { text, entities, assetClass }: StatementTask): Promise<void> {
  const { statements, reviews, close } = statementsOf(steward)
  const stage = (name: string) => say({ kind: 'stage', name })
  async function* bytes() {
    yield Buffer.from(text)
  }
  const approve = async () => {
    const shown = (await reviews.review()).entities
    const approved = await reviews.approve({
      entities: shown.map(({ entity, fingerprint }) => ({ entity_id: entity.id, fingerprint })),
    })
    if (approved.refused.length > 0) throw new Error(`Not approved: ${JSON.stringify(approved.refused)}`)
    return approved.undo?.save_id ?? ''
  }
  const answerReview = async () => {
    for (const { keys } of (await reviews.review()).securities)
      await steward.store.writeLedger('statements.setClass', { keys, asset_class_id: assetClass })
    const questions = (await reviews.review()).entities.flatMap((entity) => entity.questions)
    // What the entity has is kept: to choose for each asset would ask again.
    const keep = (choices: readonly { value: string }[]) =>
      choices.find(({ value }) => value === 'none' || value === 'log') ?? choices.at(-1)
    const answers = Object.fromEntries(questions.map(({ id, choices }) => [id, keep(choices)?.value ?? '']))
    await steward.store.writeLedger('statements.setAnswers', { scope: 'review', answers })
  }
  const size = Buffer.byteLength(text)
  const [row] = await steward.tray.announceStatements([{ name: 'positions.csv', folder: '', size }])
  const id = row?.row_id ?? ''
  stage('announced')
  if (!(await steward.tray.receive(id, bytes()))) throw new Error('The file was not received.')
  stage('received')
  const { reading } = await statements.read(id)
  await statements.answer({ id, change: { what: 'as-of', date: today() } })
  for (const [at, { key, sum }] of (reading?.accounts ?? []).entries()) {
    await statements.answer({ id, change: { what: 'entity', account: key, entity_id: entities[at] ?? '' } })
    await statements.answer({ id, change: { what: 'total', account: key, total: sum } })
  }
  await answerReview()
  stage('answered')

  stage('approving')
  const first = await approve()
  stage('approved')
  stage('undoing')
  await reviews.undo({ save_id: first })
  stage('undone')
  stage('approving again')
  await approve()
  stage('approved again')
  await steward.outbox.sendNow()
  await steward.outbox.idle()
  stage('sent')

  // The second entity's valuation waits, since a colleague's came first: the review decides again.
  await steward.sync.refreshValuation(entities[1])
  await answerReview()
  stage('replacing')
  const second = await approve()
  stage('replaced')
  stage('discarding')
  await reviews.undo({ save_id: second })
  stage('discarded')
  stage('removing')
  await steward.tray.remove([id])
  stage('removed')
  await close()
}

/** Says which files the next start has, with the number of accounts that were read in each and of those that are decided. */
export async function listStatements(steward: Steward): Promise<void> {
  const { statements, close } = statementsOf(steward)
  for (const { file, read, decisions } of await statements.settled()) {
    const accounts = read?.reading.is === 'statement' ? read.reading.statement.accounts.length : 0
    say({ kind: 'stage', name: `${file.state} ${accounts} ${Object.keys(decisions.accounts).length}` })
  }
  await close()
}
