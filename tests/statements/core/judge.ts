import { createHash } from 'node:crypto'
import type { Valuation } from '../../../sandbox/schemas/responses.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { isOpen } from '../../../shared/domain/operation-rules.ts'
import type { AccountRef } from '../../../shared/statements/batch.ts'
import { type ColleagueChange, type ExpectedAsset, TruthLedger } from '../world/ledger.ts'
import type { AccountTruth, Firm, StatementTruth } from '../world/types.ts'
import { plain, sum } from '../world/values.ts'
import type { Desk, DroppedFile } from './desk.ts'
import type { Office } from './steward.ts'

/** Everything that happened in a run, for the judge. */
export type CoreStory = {
  office: Office
  desk: Desk
  firm: Firm
  /** Answers of Undo: entities whose valuation was taken back, and those that were named as sent. */
  undone: { saveId: string; undone: string[]; sent: string[] }[]
  /** Valuations that the advisor found at the service after their write was given up. */
  present: Set<string>
  /** Writes that the advisor gave up. */
  discarded: Set<string>
  /** A colleague's valuations by their ids. */
  colleagues: Map<string, { entityId: string; change: ColleagueChange }>
  filed: { dropped: DroppedFile; entityId: string; what: 'original' | 'extract' }[]
  exported: { text: string; dropped: DroppedFile; entityId: string }[]
}

type Source = { accounts: (AccountRef & { number: string })[]; files: { sha256: string }[]; effective_date: string }

/** Everything that is wrong with what the service, the ledger and the filed documents hold at the end, judged by the truth. */
export async function violations(story: CoreStory): Promise<string[]> {
  const { office } = story
  const operations = office.operations()
  const sources = new Map(office.sources().map(({ operation_id, json }) => [operation_id, JSON.parse(json) as Source]))
  const writes = operations.filter(({ resource }) => resource === 'valuations')
  return [
    ...operations
      .filter(isOpen)
      .map(({ id, state, question }) => `${id} is ${state} at the end (${question?.kind ?? 'no question'})`),
    ...onceProblems(story, writes),
    ...valueProblems(story, writes, sources),
    ...undoProblems(story, writes),
    ...(await memoryProblems(story, writes, sources)),
    ...(await privacyProblems(story, writes)),
  ]
}

const isOurs = ({ office }: CoreStory, { id }: Pick<Valuation, 'id'>) => office.isSent(id)

/** Each saved valuation is there once, and nothing that was not saved. */
function onceProblems(story: CoreStory, writes: readonly Operation[]): string[] {
  const ours = story.office.valuations().filter((each) => isOurs(story, each))
  const owners = Map.groupBy(
    writes.filter(({ state }) => state === 'done'),
    ({ server_id }) => server_id,
  )
  return [
    ...ours.flatMap(({ id, entity_id, description }) => {
      const count = owners.get(id)?.length ?? 0
      if (count === 1 || (count === 0 && story.present.has(id))) return []
      return [`${id} of ${entity_id} is there, and belongs to ${count} writes: ${description}`]
    }),
    ...writes.flatMap(({ id, state, server_id, fields }) => {
      if (state !== 'done') return []
      const there = ours.find((each) => each.id === server_id)
      if (!there) return [`${id} is done as ${server_id}, which is not there or not ours`]
      return there.description === fields.description ? [] : [`${id} is done with another description`]
    }),
  ]
}

/** Follows what the service took, in its order, and compares each valuation with the truth, asset by asset. */
function valueProblems(
  { ...story }: CoreStory,
  writes: readonly Operation[],
  sources: ReadonlyMap<string, Source>,
): string[] {
  const { office, desk, firm } = story
  const truth = new TruthLedger(firm)
  const problems: string[] = []
  for (const valuation of office.valuations()) {
    const { id, entity_id, effective_date } = valuation
    const theirs = story.colleagues.get(id)
    if (theirs) truth.colleague(theirs.entityId, theirs.change)
    if (!isOurs(story, valuation)) continue
    const problem = (text: string) => problems.push(`${id} of ${entity_id}, ${effective_date}: ${text}`)
    const write =
      writes.find(({ server_id }) => server_id === id) ??
      writes.find(({ parent_id, fields }) => parent_id === entity_id && fields.description === valuation.description)
    const source = write && sources.get(write.id)
    if (!source) {
      problem('it is not known what it was read from')
      continue
    }
    const read = source.accounts.flatMap((ref) => desk.find(ref) ?? [])
    for (const { of, judged } of read) {
      for (const wrong of judged.problems) problem(`${of.incoming.layout}: ${wrong}`)
      if (judged.own === null) problem('it has an account that is none of the world')
      const isRight = judged.own && desk.entityOfAccount(judged.own.account_id, of.n) === entity_id
      if (judged.own && !isRight) problem(`account ${judged.own.account_id} is not of this entity`)
    }
    const accounts = read.flatMap(({ judged }) => judged.own ?? [])
    const dates = read.map(({ of }) => of.incoming.file.truth.as_of ?? of.incoming.month.date)
    const [of] = read
    const whole: StatementTruth | undefined = of && {
      ...of.of.incoming.file.truth,
      as_of: dates.toSorted().at(-1) ?? null,
      accounts: accounts.map((account): AccountTruth => account),
    }
    const [logged] =
      whole && of
        ? truth.statement(whole, of.of.n, {
            accounts: accounts.map(({ account_id }) => account_id),
            ...{ unsettled: 'counted', evenIfOlder: true, formerEntity: 'leave' },
          })
        : []
    if (!logged || 'refused' in logged) {
      problem(`the truth says ${logged?.refused ?? 'nothing was to be sent'}`)
      continue
    }
    const expected = logged.valuation
    if (effective_date !== expected.date) problem(`it is of ${effective_date} and not ${expected.date}`)
    const difference = assetDifference(expected.assets, valuation)
    if (difference !== '') problem(difference)
    const total = Math.round(valuation.directly_held_asset_value * 100)
    if (total !== expected.cents) problem(`${plain(total)} and not ${plain(expected.cents)}`)
  }
  for (const { id } of firm.entities) {
    const expected = truth.expected(id)
    const latest = office.latest(id)
    if (expected === undefined && latest === null) continue
    const cents = latest && Math.round(latest.directly_held_asset_value * 100)
    if (cents !== expected?.cents || latest?.effective_date !== expected?.date)
      problems.push(
        `the latest of ${id} is ${latest?.effective_date} ${cents} and not ${expected?.date} ${expected?.cents}`,
      )
  }
  return problems
}

/** Rows of one security in one account may be one asset; a row of nothing may be left out. */
function assetDifference(expected: readonly ExpectedAsset[], { directly_held_assets: assets }: Valuation): string {
  const without = (from: number[], of: readonly number[]) => {
    const left = [...from]
    for (const each of of) {
      const at = left.indexOf(each)
      if (at >= 0) left.splice(at, 1)
    }
    return left
  }
  const actual = assets.map(({ value }) => Math.round(value * 100)).filter((cents) => cents !== 0)
  const single = expected.filter(({ cents }) => cents !== 0)
  const surplus = without(
    actual,
    single.map(({ cents }) => cents),
  )
  if (surplus.length === 0 && actual.length === single.length) return ''
  const merged = [...Map.groupBy(single, ({ origin, key, name }) => `${origin} ${key ?? name}`).values()].map((each) =>
    sum(each.map(({ cents }) => cents)),
  )
  const some = without(
    merged,
    single.map(({ cents }) => cents),
  )
  const unexplained = without(surplus, some)
  const lacking = single.filter(({ cents }) => !actual.includes(cents) && !surplus.some((each) => some.includes(each)))
  if (unexplained.length === 0 && lacking.length === 0) return ''
  const names = lacking.map(({ name, cents, origin }) => `${name} ${plain(cents)} (${origin ?? 'by hand'})`)
  return `it has ${unexplained.map(plain).join(', ') || 'nothing'} too much and lacks ${names.join(', ') || 'nothing'}`
}

/** What was undone is not at the service; what was named as sent may be. */
function undoProblems({ undone }: CoreStory, writes: readonly Operation[]): string[] {
  return undone.flatMap(({ saveId, undone: taken, sent }) => {
    const own = writes.filter(({ save }) => save?.id === saveId)
    const named = [...taken, ...sent]
    return [
      ...own.flatMap(({ id, state, parent_id }) =>
        state === 'done' && taken.includes(parent_id ?? '') ? [`${id} was undone, and is at the service`] : [],
      ),
      ...own.flatMap(({ id, parent_id }) => (named.includes(parent_id ?? '') ? [] : [`Undo named nothing of ${id}`])),
    ]
  })
}

/** The date of the values of an account of a file. */
const dateOf = (desk: Desk, ref: AccountRef): string[] => {
  const { file, month } = desk.find(ref)?.of.incoming ?? {}
  return month === undefined ? [] : [file?.truth.as_of ?? month.date]
}

/** The ledger remembers exactly the accounts of valuations that were sent, as they were last read. */
async function memoryProblems(
  { office, desk, present }: CoreStory,
  writes: readonly Operation[],
  sources: ReadonlyMap<string, Source>,
): Promise<string[]> {
  const counted = new Map(writes.filter(({ state }) => state !== 'discarded').map((write) => [write.id, write]))
  const counting = new Set((await office.knownAccounts()).map(({ id }) => id))
  const known = office.accountRecords().filter(({ id }) => counting.has(id))
  const problems: string[] = []
  for (const { operation_id, entity_id, json } of known) {
    const write = counted.get(operation_id ?? '')
    const { number, total, as_of } = JSON.parse(json) as { number: string; total: string; as_of: string }
    const end = number.slice(-3)
    if (!write) {
      problems.push(`the ledger knows account …${end} from a write that does not count`)
      continue
    }
    if (write.parent_id !== entity_id)
      problems.push(`the ledger has account …${end} at ${entity_id}, sent for ${write.parent_id}`)
    const source = sources.get(write.id)
    const own = source?.accounts.filter((each) => each.number === number).flatMap((ref) => desk.find(ref)?.judged ?? [])
    const totals = (own ?? []).flatMap(({ own: truth }) => (truth ? [Math.round(Number(truth.true_total) * 100)] : []))
    const explained = (own ?? []).flatMap(({ own: truth }) =>
      (truth?.asked ?? []).map(({ value, true_part }) => Math.round(Number(true_part ?? value) * 100)),
    )
    const cents = Math.round(Number(total) * 100)
    const isTotal = totals.some(
      (each) => each === cents || explained.some((more) => each + more === cents) || each + sum(explained) === cents,
    )
    if (!isTotal)
      problems.push(`the ledger has ${total} for account …${end}, and ${totals.map(plain).join(' or ')} is true`)
    const dates = (source?.accounts ?? []).flatMap((ref) => (ref.number === number ? dateOf(desk, ref) : []))
    if (!dates.includes(as_of)) problems.push(`the ledger has account …${end} as of ${as_of}, read as of ${dates}`)
  }
  // The account of the last valuation that has it must be known.
  const last = new Map<string, { write: Operation; number: string }>()
  for (const write of writes) {
    if (write.state !== 'done') continue
    for (const ref of sources.get(write.id)?.accounts ?? []) {
      const accountId = desk.find(ref)?.judged.own?.account_id
      if (accountId !== undefined) last.set(accountId, { write, number: ref.number })
    }
  }
  for (const [accountId, { write, number }] of last) {
    const isKnown = known.some(
      (each) => each.entity_id === write.parent_id && (JSON.parse(each.json) as { number: string }).number === number,
    )
    if (!isKnown && present.size === 0) problems.push(`the ledger forgot account ${accountId} of ${write.parent_id}`)
  }
  return problems
}

/** No document, description or extract has anything of another household. */
async function privacyProblems(
  { office, desk, firm, filed, exported }: CoreStory,
  writes: readonly Operation[],
): Promise<string[]> {
  const problems: string[] = []
  const householdOf = (entityId: string) => firm.entities.find(({ id }) => id === entityId)?.household_id ?? ''
  const fileNames = new Set(desk.drops.map(({ incoming }) => incoming.file.name.replace(/\.[a-z]+$/i, '')))
  for (const { fields, parent_id } of writes) {
    const text = String(fields.description ?? '')
    for (const what of foreignTexts(firm, householdOf(parent_id ?? '')))
      if (text.includes(what)) problems.push(`a description of ${parent_id} has ${what}`)
    for (const { number } of firm.accounts)
      if (text.includes(number)) problems.push(`a description of ${parent_id} has a whole number`)
    for (const name of fileNames)
      if (name.length > 12 && text.includes(name)) problems.push(`a description has the name of a file: ${name}`)
  }
  const documents = await office.documents()
  for (const { household_id, entity_id, content } of documents) {
    const digest = createHash('sha256').update(content).digest('hex')
    const original = desk.drops.find((each) => each.sha256 === digest)
    if (original) {
      const foreign = original.incoming.file.truth.accounts.find(
        ({ account_id }) => householdOf(desk.entityOfAccount(account_id, original.n)) !== household_id,
      )
      if (foreign)
        problems.push(
          `an original of ${original.incoming.layout} was filed with ${household_id} and has account ${foreign.account_id}`,
        )
      if (!original.read) problems.push('an original that was not read was filed')
      continue
    }
    const of = filed.filter(({ entityId, what }) => entityId === entity_id && what === 'extract')
    if (
      !of.some(
        ({ dropped, entityId }) => extractProblems(firm, desk, content.toString(), { dropped, entityId }).length === 0,
      )
    )
      problems.push(
        ...of
          .slice(0, 1)
          .flatMap(({ dropped, entityId }) => extractProblems(firm, desk, content.toString(), { dropped, entityId })),
      )
  }
  for (const { text, dropped, entityId } of exported)
    problems.push(...extractProblems(firm, desk, text, { dropped, entityId }))
  return problems
}

/** Words that are only another household's: numbers and titles of accounts, and names that no record of this household has. */
function foreignTexts(firm: Firm, householdId: string): string[] {
  const own = [
    ...firm.households.filter(({ id }) => id === householdId).map(({ name }) => name ?? ''),
    ...firm.entities.filter(({ household_id }) => household_id === householdId).map(({ display_name }) => display_name),
    ...firm.accounts.filter((each) => each.householdId === householdId).flatMap(({ title, number }) => [title, number]),
  ].join('\n')
  return [
    ...firm.households.map(({ name }) => name ?? ''),
    ...firm.entities.map(({ display_name }) => display_name),
    ...firm.accounts.flatMap(({ title, number }) => [title, number]),
  ].filter((text) => text !== '' && !own.includes(text))
}

function extractProblems(
  firm: Firm,
  desk: Desk,
  text: string,
  { dropped, entityId }: { dropped: DroppedFile; entityId: string },
): string[] {
  const where = `an extract of ${entityId} from ${dropped.incoming.layout}`
  const householdId = firm.entities.find(({ id }) => id === entityId)?.household_id ?? ''
  const foreign = foreignTexts(firm, householdId).filter((what) => text.includes(what))
  const own = (dropped.read?.accounts ?? []).filter(
    ({ own: truth }) => truth && desk.entityOfAccount(truth.account_id, dropped.n) === entityId,
  )
  // What was asked and answered later may have another value in an extract of before.
  const values = own
    .flatMap(({ account, own: truth }) => [
      ...[...account.rows, ...account.lines].map(({ value }) => value),
      ...(truth?.rows ?? []).map(({ true_value }) => true_value),
      ...(truth?.asked ?? []).map(({ value }) => value),
    ])
    .map((value) => Math.round(Number(value) * 100))
  const lines = text
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
  const strange = lines.filter((line) => {
    const [found] = /-?[\d.]+(?="?\s*$)/.exec(line) ?? []
    return !values.includes(Math.round(Number(found) * 100))
  })
  // An account that was left out is not known to be this entity's; of the others, no row is missing.
  const cut = [...Map.groupBy(own, ({ account }) => account.number)].filter(([number, accounts]) => {
    const count = lines.filter((line) => line.includes(number)).length
    return count > 0 && count < Math.min(...accounts.map(({ account }) => account.rows.length))
  })
  return [
    ...foreign.map((what) => `${where} has ${what}`),
    ...strange.map((line) => `${where} has a foreign row: ${line}`),
    ...cut.map(([number]) => `${where} lacks rows of account …${number.slice(-3)}`),
    ...(lines.length === 0 && own.every(({ account }) => account.rows.length > 0) ? [`${where} is empty`] : []),
  ]
}
