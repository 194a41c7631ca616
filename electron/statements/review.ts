import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../shared/domain/app-error.ts'
import { countOf } from '../../shared/domain/counts.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { SecurityKinds } from '../../shared/domain/security-kinds.ts'
import type { ContractInputs, ContractOutputs } from '../../shared/ipc/contract.ts'
import { createMutex } from '../../shared/lib/calls.ts'
import { maxDescription } from '../../shared/records/field.ts'
import { endOf, mapAccounts, numberTail } from '../../shared/statements/accounts.ts'
import type {
  AccountPlan,
  BatchFile,
  BatchPlan,
  EntityChoice,
  EntityPlan,
  KnownAccount,
} from '../../shared/statements/batch.ts'
import { planBatch } from '../../shared/statements/plan.ts'
import type { ReadSource } from '../data/ledger/statements.ts'
import type { ReviewedValuation } from '../outbox/outbox.ts'
import { type Source, sourceOf } from './decisions.ts'
import { linesOf } from './file-view.ts'
import { copiesOf, isLeftOut, isReopened, type KnownFile, type StatementParts, type Statements } from './statements.ts'

type Inputs = ContractInputs['statements']
type Outputs = ContractOutputs['statements']
type Review = Outputs['review']

type Parts = Pick<StatementParts, 'store' | 'outbox' | 'today'> & {
  /** Asks the service for the latest valuation of an entity. */
  refreshValuation(entityId: string): Promise<unknown>
  /** The firm's table: ids of asset classes by the custodian's kind of security. */
  kinds(): Promise<SecurityKindsInForce>
}

/** The table that applies, and a sentence about one that does not; null if there is none. */
export type SecurityKindsInForce = { kinds: SecurityKinds; problem: string | null }

/** Accounts of files become valuations: reviewed, approved, taken back. */
export type StatementReviews = {
  review(): Promise<Review>
  approve(input: Pick<Inputs['approve'], 'entities'>): Promise<Outputs['approve']>
  undo(input: Pick<Inputs['undo'], 'save_id'>): Promise<Outputs['undo']>
  readFrom(input: Pick<Inputs['readFrom'], 'entity_id'>): Promise<Outputs['readFrom']>
  /** The entity of each account of a file, logged or mapped, by the account's key; null for one that is asked or left out. */
  entitiesOf(file: KnownFile): Promise<Map<string, EntityChoice | null>>
}

type Planned = {
  plan: BatchPlan
  files: KnownFile[]
  entities: ReadonlyMap<string, EntityChoice>
  /** Unsent valuations of which the review is open again, by their entities. */
  reopened: ReadonlyMap<string, ReadSource>
  answers: Record<string, string>
  /** Sentences about settings that do not apply. */
  problems: string[]
}

export function createReviews(statements: Statements, parts: Parts): StatementReviews {
  const { store, outbox } = parts
  /** An account that is being saved must not be saved by another window as well. */
  const inTurn = createMutex()
  /** Entities whose valuation was asked for, since none was known. */
  const asked = new Set<string>()
  /** Writes whose entity's valuation was read again since a newer one overtook them. */
  const readAgain = new Set<string>()

  /** Asks for a valuation once; its answer makes the review stale. Without a network the next review asks again. */
  const ask = (key: string, entityId: string) => {
    if (asked.has(key)) return
    asked.add(key)
    parts.refreshValuation(entityId).then(
      () => {
        readAgain.add(key)
        statements.changed()
      },
      () => asked.delete(key),
    )
  }

  async function plan(files: KnownFile[]): Promise<Planned> {
    const [entities, memory, table] = await Promise.all([
      statements.entities(),
      store.read('statements.memory', {}),
      parts.kinds(),
    ])
    const byId = new Map(entities.map((entity) => [entity.id, entity]))
    const reopened = new Map(
      files
        .flatMap(({ logged }) => [...logged.values()])
        .flatMap((each) => (isReopened(each) ? [[each.entity_id, each] as const] : [])),
    )
    const batch = files.flatMap((file) => batchFile(file, files))
    const tails = [
      ...new Set(batch.flatMap(({ statement }) => statement.accounts.map(numberTail)).filter((tail) => tail !== '')),
    ]
    // A write that the review decides about again has changed nothing yet.
    const without = [...reopened.values()].map(({ operation_id }) => operation_id)
    const known = (await store.read('statements.accounts', { tails, entity_ids: [], without })).map(knownAccount)
    const choices = withGone(entities, known)
    const mappings = mapAccounts({ files: batch, known, entities: choices })
    const entity_ids = [...new Set(mappings.flatMap(({ entity_id }) => entity_id ?? []))]
    const [ofEntities, current] = await Promise.all([
      store.read('statements.accounts', { tails: [], entity_ids, without }),
      store.read('statements.forReview', { entity_ids, without }),
    ])
    for (const id of entity_ids) if (!current.valuations.has(id)) ask(id, id)
    // Beside the valuation that was overtaken nothing is approved again: the newer one is read first.
    for (const { entity_id, operation_id, question, expects_latest } of reopened.values()) {
      const latest = current.valuations.get(entity_id)
      if (question !== 'other-latest' || latest === undefined || readAgain.has(operation_id)) continue
      if ((latest?.id ?? null) !== expects_latest) continue
      current.valuations.delete(entity_id)
      ask(operation_id, entity_id)
    }
    const planned = planBatch({
      ...{ files: batch, mappings, entities: choices },
      known: ofEntities.map(knownAccount),
      valuations: current.valuations,
      drafts: new Set(current.drafts),
      unsent: new Set(current.unsent),
      securities: new Map(Object.entries(memory.securities)),
      kinds: table.kinds,
      answers: memory.review,
      today: parts.today(),
    })
    for (const choice of choices) if (!byId.has(choice.id)) byId.set(choice.id, choice)
    return {
      plan: planned,
      files,
      entities: byId,
      reopened,
      answers: memory.review,
      problems: table.problem === null ? [] : [table.problem],
    }
  }

  const classNames = async () => new Map((await store.read('assetClasses.list', {})).map(({ id, name }) => [id, name]))

  return {
    async review() {
      const all = await statements.known()
      const planned = await plan(all)
      const names = await classNames()
      return {
        accounts: planned.plan.accounts.map((account) => accountView(account, planned)),
        securities: planned.plan.securities.map((security) => ({
          ...security,
          answers: security.answers.map((id) => ({ id, name: names.get(id) ?? id })),
        })),
        entities: planned.plan.entities.map((entity) => entityView(entity, planned, names)),
        answers: planned.answers,
        problems: planned.problems,
        // A copy of a file counts for nothing, so that nothing is asked about it.
        waiting: all.filter((each, at) => copiesOf(each, all.slice(0, at)).length === 0).flatMap(waitingFor),
      }
    },
    approve: ({ entities }) =>
      inTurn(async () => {
        const planned = await plan(await statements.settled())
        const saveId = randomUUID()
        const refused: Outputs['approve']['refused'] = []
        const ready: ReviewedValuation[] = []
        const refuse = (entity_id: string, [message, next_step]: readonly [string, string]) =>
          refused.push({ entity_id, name: planned.entities.get(entity_id)?.name ?? '', message, next_step })
        for (const { entity_id, fingerprint } of entities) {
          const entity = planned.plan.entities.find((each) => each.entity.id === entity_id)
          if (entity === undefined || fingerprintOf(entity) !== fingerprint) refuse(entity_id, otherReview)
          else if (entity.body === null) refuse(entity_id, blocked)
          else if (entity.before && isLocalId(entity.before.valuation_id)) refuse(entity_id, notSent)
          else ready.push(reviewed(entity, planned, saveId))
        }
        if (ready.length === 0) return { saved: [], refused, undo: null }
        const saved = await outbox.saveReviewed(ready, saveId)
        for (const { entity_id } of ready)
          if (!saved.some((one) => one.entity_id === entity_id)) refuse(entity_id, otherReview)
        statements.changed()
        return {
          saved: saved.map(({ entity_id, operation_id, record_id }) => ({ entity_id, operation_id, record_id })),
          refused,
          undo: saved.find(({ undo }) => undo !== null)?.undo ?? null,
        }
      }),
    async undo({ save_id }) {
      const sources = await store.read('statements.sourcesOfSave', { save_id })
      const undone = await outbox.undo({ save_id }).catch((thrown: unknown) => {
        if (thrown instanceof AppError && thrown.code === 'outbox/nothing-to-undo') return []
        throw thrown
      })
      const ids = new Set(undone.map(({ id }) => id))
      // Those that wait with a question, or were refused, are not at the service either.
      for (const each of sources) {
        if (!isReopened(each) || ids.has(each.operation_id)) continue
        // One that was answered in the meantime is not taken back, and the others are.
        await outbox.decide(each.operation_id, { decision: 'discard' }).then(
          () => ids.add(each.operation_id),
          () => {},
        )
      }
      statements.changed()
      const names = new Map((await statements.entities()).map(({ id, name }) => [id, name]))
      const named = (wanted: boolean) =>
        sources
          .filter(({ operation_id }) => ids.has(operation_id) === wanted)
          .map(({ entity_id }) => ({ entity_id, name: names.get(entity_id) ?? '' }))
      return { undone: named(true), sent: named(false) }
    },
    async entitiesOf({ file, logged, read }) {
      const { plan: planned, entities } = await plan(await statements.settled())
      const accounts = read?.reading.is === 'statement' ? read.reading.statement.accounts : []
      const found = new Map<string, EntityChoice | null>()
      for (const { key } of accounts) {
        const mapped = planned.accounts.find((each) => each.file_id === file.id && each.key === key)
        const isMapped = mapped?.state === 'mapped' || mapped?.state === 'blocked'
        const id = logged.get(key)?.entity_id ?? (isMapped ? mapped.entity_id : null)
        found.set(key, (id === null ? undefined : entities.get(id)) ?? null)
      }
      return found
    },
    async readFrom({ entity_id }) {
      const [sources, shown] = await Promise.all([
        store.read('statements.sourcesOf', { entity_id }),
        statements.known(),
      ])
      const inTray = new Set(shown.map(({ file }) => file.id))
      return {
        valuations: sources.map(({ operation_id, valuation_id, saved_at, json }) => {
          const { effective_date, accounts, files } = sourceOf(json)
          return {
            ...{ operation_id, valuation_id, saved_at, effective_date },
            accounts: accounts.map(({ number, name, rows }) => ({ number, name, rows })),
            files: files.map((file) => ({ ...file, id: inTray.has(file.id) ? file.id : null })),
          }
        }),
      }
    },
  }
}

const otherReview = [
  'What it would log has changed since you looked at it.',
  'Look at it again, then approve it.',
] as const
const blocked = ['A question or a problem of it is open.', 'Answer what is asked, then approve it.'] as const
const notSent = [
  'Its latest valuation, which this one follows, is not sent yet.',
  'Wait until it is sent, then approve this one.',
] as const

/** A file as the plan takes it, with the accounts that are not logged; nothing if there is none. */
function batchFile(known: KnownFile, all: readonly KnownFile[]): BatchFile[] {
  const { file, read, decisions, logged, sources, scan } = known
  if (read?.reading.is !== 'statement' || file.sha256 === null || unconfirmed(scan) > 0) return []
  const { statement } = read.reading
  const isLogged = (of: KnownFile['logged'], key: string) => {
    const valuation = of.get(key)
    return valuation !== undefined && !isReopened(valuation)
  }
  const copies = copiesOf(known, all)
  const counted = statement.accounts.flatMap(({ key }) => {
    const copy = copies.find((each) => isLogged(each.logged, key))
    return copy ? [[key, copy.file.file_name] as const] : []
  })
  const accounts = statement.accounts
    .filter(({ key }) => !isLogged(logged, key))
    .map((account) => ({ ...account, custodian: account.custodian ?? decisions.custodian }))
  if (accounts.length === 0) return []
  const { asOf, accounts: chosen, totals, explained } = decisions
  const earlier = sources.find(({ json }) => sourceOf(json).files.every(({ id }) => id !== file.id))
  return [
    {
      ...{ id: file.id, name: file.file_name, sha256: file.sha256 },
      statement: { ...statement, accounts },
      decisions: { asOf, accounts: chosen, totals, explained },
      loggedBefore: earlier?.saved_at ?? null,
      countedIn: Object.fromEntries(counted),
      isScan: scan !== null,
    },
  ]
}

const knownAccount = ({ id, entity_id, json }: { id: string; entity_id: string; json: string }): KnownAccount => ({
  custodian: null,
  ...JSON.parse(json),
  id,
  entity_id,
})

export const goneEntity = 'An entity that is gone'

/** Entities that accounts were confirmed for and that are not in the offline copy any more are gone. */
function withGone(entities: readonly EntityChoice[], known: readonly KnownAccount[]): EntityChoice[] {
  const there = new Set(entities.map(({ id }) => id))
  const gone = [...new Set(known.map(({ entity_id }) => entity_id))].filter((id) => !there.has(id))
  const none = { external_id: null, household: { id: '', name: '' }, stage: '', isGone: true }
  return [...entities, ...gone.map((id) => ({ ...none, id, name: goneEntity }))]
}

/** Identifies everything that the review shows of an entity. */
const fingerprintOf = (entity: EntityPlan): string =>
  createHash('sha256').update(JSON.stringify(entity)).digest('hex').slice(0, 32)

function entityChoice({ isGone, ...choice }: EntityChoice): Review['entities'][number]['entity'] {
  return { ...choice, is_gone: isGone }
}

const reopenedWords = ({ question, refusal }: ReadSource): string =>
  question === 'refused'
    ? `The service refused the valuation that was saved${refusal ? `: ${refusal}` : '.'}`
    : question === 'other-entity'
      ? 'Its entity was archived or moved to another household after the valuation was approved.'
      : 'The service has another valuation than the one that this was reviewed beside.'

function accountView(account: AccountPlan, { files, entities }: Planned): Review['accounts'][number] {
  const { file_id, key, number, isMasked, name, as_of, state, why, entity_id, tie } = account
  const known = files.find(({ file }) => file.id === file_id)
  const read = known?.read?.reading.is === 'statement' ? known.read.reading.statement : null
  const own = read?.accounts.find((each) => each.key === key)
  const entity = entity_id === null ? undefined : entities.get(entity_id)
  return {
    ...{ file_id, key, number, name, as_of, state, why },
    is_masked: isMasked,
    entity: entity ? entityChoice(entity) : null,
    proposals: account.proposals.flatMap((id) => {
      const proposed = entities.get(id)
      return proposed ? [entityChoice(proposed)] : []
    }),
    can_take: state === 'left-out' && known !== undefined && isLeftOut(known, key),
    proposed_custodian: account.needsCustodian ? (known?.proposedCustodian ?? null) : null,
    tie: {
      ...{ stated: tie.stated, is_typed: tie.isTyped, rows: tie.rows, sum: tie.sum, ties: tie.ties },
      difference: tie.difference,
      lines: own && known ? linesOf(own, known.decisions) : [],
    },
    ...{ warnings: account.warnings, notes: account.notes, problems: account.problems },
  }
}

function entityView(
  plan: EntityPlan,
  { reopened, entities }: Planned,
  names: ReadonlyMap<string, string>,
): Review['entities'][number] {
  const { entity, accounts, as_of, before, total, percent, questions, warnings, problems, state } = plan
  const number = (change: string) => plan.assets.filter((asset) => asset.change === change).length
  const open = reopened.get(entity.id)
  const isOwn = (one: { file_id: string; key: string }) =>
    accounts.some(({ file_id, key }) => one.file_id === file_id && one.key === key)
  const elsewhere = [...reopened.values()].filter(
    (each) => each.entity_id !== entity.id && sourceOf(each.json).accounts.some(isOwn),
  )
  return {
    entity: entityChoice(entity),
    fingerprint: fingerprintOf(plan),
    ...{ accounts, as_of, before, total, percent, questions, problems },
    warnings: [
      ...(open ? [{ kind: 'refused' as const, text: reopenedWords(open) }] : []),
      ...elsewhere.map(({ entity_id }) => ({
        kind: 'mapping' as const,
        text: `An account of it waits in the outbox for ${entities.get(entity_id)?.name ?? goneEntity} as well: discard that valuation there.`,
      })),
      ...warnings,
    ],
    assets: plan.assets.map(({ asset_class_id, isJump, ...asset }) => ({
      ...asset,
      is_jump: isJump,
      asset_class:
        asset_class_id === null ? null : { id: asset_class_id, name: names.get(asset_class_id) ?? asset_class_id },
    })),
    counts: {
      ...{ new: number('new'), changed: number('changed'), same: number('same') },
      ...{ gone: number('gone'), carried: number('carried') },
    },
    state: state === 'blocked' ? state : open ? 'reopened' : elsewhere.length > 0 ? 'looked-at' : state,
    operation_id: open?.operation_id ?? null,
  }
}

/** The texts of a scan that are not confirmed yet. */
const unconfirmed = (scan: KnownFile['scan']): number => (scan?.is === 'read' ? scan.count - scan.confirmed : 0)

function waitingFor({ file, read, problem, decisions, scan }: KnownFile): Review['waiting'] {
  const waiting = (why: string, proposed: string | null = null) => [
    { file_id: file.id, file_name: file.file_name, why, proposed },
  ]
  if (file.state === 'staging') return waiting('It is being copied.')
  if (file.state === 'failed' || problem !== null) return []
  if (read === null) return waiting('It is being read.')
  if (read.reading.is === 'other') return []
  if (scan?.is === 'read' && unconfirmed(scan) > 0)
    return waiting(`${scan.confirmed} of ${countOf(scan.count, 'figure and name', 'figures and names')} are confirmed.`)
  const { questions, asOf } = read.reading.statement
  if (questions.length > 0) return waiting('A question about the whole file is open.')
  return (decisions.asOf ?? asOf.date) === null
    ? waiting(asOf.problem ?? 'The date of its values is asked.', asOf.proposed)
    : []
}

/** The last characters of an account's number, as a valuation's description names it. One that a spreadsheet shortened has lost its end. */
export const lastDigits = (number: string): string =>
  number === '' || /E\+\d+$/i.test(number) ? 'without a readable number' : endOf(number)

/** Where a valuation is read from: a file's layout, the ends of its accounts' numbers, and its date and digest. */
type SourceSentence = { before: string; numbers: readonly string[]; after: string; sha256: string }

/**
 * A description of the files. Lists of accounts are shortened where it would be too long; if it is still too long, the last line has one digest of
 * the digests of all files, which the ledger has one by one.
 */
function described(files: readonly SourceSentence[]): string {
  const fits = (lines: readonly string[]) => lines.join('\n').length <= maxDescription
  const whole = files.map((file) => sourceSentence(file, Number.POSITIVE_INFINITY))
  if (fits(whole)) return whole.join('\n')
  const short = files.map((file) => sourceSentence(file, Math.floor((maxDescription + 1) / files.length) - 1))
  if (fits(short)) return short.join('\n')
  const digest = createHash('sha256')
    .update(
      files
        .map(({ sha256 }) => `${sha256}\n`)
        .toSorted()
        .join(''),
    )
    .digest('hex')
  const rest = (shown: number) =>
    `${shown === 0 ? 'Read from' : 'and'} ${countOf(files.length - shown, shown === 0 ? 'file' : 'more file', shown === 0 ? 'files' : 'more files')}. SHA-256 of the sorted list of all ${files.length} digests, each followed by a line feed: ${digest}`
  let shown = short.length - 1
  while (shown > 0 && !fits([...short.slice(0, shown), rest(shown)])) shown--
  return [...short.slice(0, shown), rest(shown)].join('\n')
}

/** The sentence about a file, with as many accounts as fit into `most` characters. */
function sourceSentence({ before, numbers, after }: SourceSentence, most: number): string {
  const word = numbers.length === 1 ? 'account' : 'accounts'
  for (let shown = numbers.length; shown > 0; shown--) {
    const more = numbers.length - shown
    const list = `${numbers.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    const text = `${before}, ${word} ${list}, ${after}`
    if (text.length <= most) return text
  }
  return `${before}, ${numbers.length} ${word}, ${after}`
}

function reviewed(plan: EntityPlan, { files, reopened }: Planned, saveId: string): ReviewedValuation {
  const { entity, body, before, learned } = plan
  if (body === null) throw new RangeError('A plan without a body cannot be approved.')
  const parts = plan.accounts.flatMap(({ file_id, key }) => {
    const file = files.find((each) => each.file.id === file_id)
    const statement = file?.read?.reading.is === 'statement' ? file.read.reading.statement : null
    const account = statement?.accounts.find((each) => each.key === key)
    return file && statement && account ? [{ file, statement, account }] : []
  })
  const used = [...new Map(parts.map((part) => [part.file.file.id, part])).values()]
  const source: Source = {
    save_id: saveId,
    effective_date: body.effective_date,
    accounts: parts.map(({ file, account: { key, number, name, rows } }) => ({
      ...{ file_id: file.file.id, key, number, name, rows: rows.length },
    })),
    files: used.map(({ file, statement }) => ({
      id: file.file.id,
      file_name: file.file.file_name,
      sha256: file.file.sha256 ?? '',
      layout: file.decisions.custodian ?? statement.layout.words,
    })),
  }
  const sentences = used.map(({ file, statement }) => {
    const numbers = parts.flatMap((part) => (part.file === file ? [lastDigits(part.account.number)] : []))
    const date = file.decisions.asOf ?? statement.asOf.date ?? ''
    const layout = file.decisions.custodian ?? statement.layout.words.replace(/^A /, 'a ')
    return {
      before: file.scan === null ? `Read from ${layout}` : `Read from a scan, every figure confirmed: ${layout}`,
      numbers,
      after: `as of ${date}. SHA-256 of the file: ${file.file.sha256}`,
      sha256: file.file.sha256 ?? '',
    }
  })
  return {
    entity_id: entity.id,
    fields: { ...body, description: described(sentences) },
    expects_latest: before?.valuation_id ?? null,
    expects_entity: { household_id: entity.household.id, stage: entity.stage },
    replaces: reopened.get(entity.id)?.operation_id ?? null,
    source: {
      entity_id: entity.id,
      digests: source.files.map(({ sha256 }) => sha256),
      json: JSON.stringify(source),
      accounts: learned.accounts.map(({ account, replaces }) => ({
        id: `account_${randomUUID()}`,
        tail: numberTail(account),
        entity_id: account.entity_id,
        json: JSON.stringify(account),
        replaces,
      })),
      securities: learned.securities,
    },
  }
}
