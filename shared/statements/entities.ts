import { countOf } from '../domain/counts.ts'
import { fold } from '../domain/fold.ts'
import { decimalDollars, formatCents, roundToCents, toDecimal } from '../domain/money.ts'
import type { Asset } from '../service/valuation.ts'
import { type Answers, answerTo, listed, type Question } from '../tables/doubts.ts'
import { areOfTwoCustodians, endOf, mayBeSameAccount, mayBeTwins, namesAccount, numberTail } from './accounts.ts'
import { keyOf } from './answers.ts'
import { askOlder, latestDate } from './as-of.ts'
import type {
  AccountPlan,
  BatchFile,
  CurrentValuation,
  EntityChoice,
  KnownAccount,
  KnownAsset,
  RowRef,
} from './batch.ts'
import { indexHoldings, matchHoldings, placesBy, type Target } from './holdings.ts'
import type { StatementAccount, StatementRow } from './statement.ts'
import { explainedLines } from './tie-out.ts'

/** An account that is mapped to an entity. */
export type MappedAccount = { plan: AccountPlan; account: StatementAccount; file: BatchFile }

/** A row or a counted line that becomes an asset. */
export type Item = Pick<StatementRow, 'name' | 'identifiers' | 'value' | 'kind' | 'negative'> & {
  ref: RowRef
  of: MappedAccount
  /** The asset of the current valuation that it is; null for a new one. */
  asset: Asset | null
  /** How that asset was last read; null if no account was read for it. */
  known: KnownAsset | null
}

/** The entity's new picture, before asset classes and warnings. */
export type EntityDraft = {
  entity: EntityChoice
  current: CurrentValuation | null
  /** The latest date of the accounts; null while one of them has none. */
  as_of: string | null
  accounts: MappedAccount[]
  /** The records of each account, with those that the advisor named. */
  records: ReadonlyMap<MappedAccount, readonly KnownAccount[]>
  /** Accounts that the advisor left out because another one of the batch counts. */
  replaced: MappedAccount[]
  items: Item[]
  /** `as_of`: the date of its value as far as it is known here, else that of the current valuation. */
  carried: { asset: Asset; owner: KnownAccount | null; as_of: string }[]
  gone: Asset[]
  questions: Question[]
  isOpen: boolean
}

type Options = {
  current: CurrentValuation | null
  /** All records of this entity. */
  known: readonly KnownAccount[]
  answers: Answers
}

/**
 * Combines the accounts of one entity with its current valuation: only assets that were last read from these accounts are replaced, all
 * others are carried over. Whatever allows two readings is a question.
 */
export function draftEntity(entity: EntityChoice, all: readonly MappedAccount[], options: Options): EntityDraft {
  const { current, answers } = options
  const questions: Question[] = []
  const ask = (question: Question): string | null => {
    questions.push(question)
    return answerTo(question, answers)
  }
  const { accounts, replaced } = chooseAmongTwins(entity, all, ask)
  const dates = accounts.map(({ plan }) => plan.as_of)
  const as_of = latestDate(dates)
  const older = askOlder(entity, { current, dates, about: keyOf(accounts.map(idOf).join(' ')) })
  const isLogged = older === null || ask(older) === 'log'
  const records = findRecords(accounts, replaced, { ...options, ask })
  const items = accounts.flatMap(itemsOf)
  const assets = current?.assets ?? []
  const read = new Set([...records.values()].flatMap((known) => known.map(({ id }) => id)))
  const owners = findOwners(assets, options.known, { read, ask })
  const left = new Set(assets.keys())
  const assign = (item: Item, place: number) => {
    left.delete(place)
    item.asset = assets[place] ?? null
    item.known = owners[place]?.asset ?? null
  }
  const kept = new Map(options.known.flatMap((record) => record.kept.map((each) => [valueKey(each), each.as_of])))
  const dateOf = (each: Asset, owner: Owner | undefined): string | undefined => {
    const key = valueKey({ ...each, value: plainValue(each) })
    const isAsRead = owner?.asset ? valueKey(owner.asset) === key : false
    return isAsRead ? owner?.record?.as_of : kept.get(key)
  }
  const targets = assets.map((each, at) => asTarget(each, owners[at]?.asset))
  const match = (rows: readonly Item[], places: readonly number[]) => {
    const chosen = (item: Item) => {
      const answer = answers[pairId(item, current)]
      return answer === undefined || answer === '' ? null : places.findIndex((place) => assets[place]?.id === answer)
    }
    const candidates = places.flatMap((place) => targets[place] ?? [])
    const { pairs, unclear } = matchHoldings(rows, candidates, chosen)
    const askUnclear = () => {
      for (const [row, found] of unclear) {
        const among = found.flatMap((at) => assets[places[at] ?? -1] ?? [])
        if (rows[row]) ask(askPair(rows[row], current, among))
      }
    }
    const found = [...pairs].flatMap(([row, at]) => {
      const [item, place] = [rows[row], places[at]]
      return item === undefined || place === undefined ? [] : [{ item, place }]
    })
    const likely = [...pairs.values(), ...[...unclear.values()].flat()].flatMap((at) => places[at] ?? [])
    return { found, likely, askUnclear }
  }
  const gone: number[] = []
  const itemsBy = Map.groupBy(items, ({ of }) => of)
  const placesByOwner = Map.groupBy(left, (place) => owners[place]?.record?.id)
  for (const { ids, members } of groupByRecords(accounts, records)) {
    const own = [...ids].flatMap((id) => placesByOwner.get(id) ?? []).filter((place) => left.has(place))
    const { found, askUnclear } = match(
      members.flatMap((member) => itemsBy.get(member) ?? []),
      own.toSorted((a, b) => a - b),
    )
    askUnclear()
    for (const { item, place } of found) assign(item, place)
    gone.push(...own.filter((place) => left.delete(place)))
  }
  const unread = [...left].filter((place) => owners[place]?.record === null && !owners[place].isAsked)
  const fresh = accounts.filter((each) => records.get(each)?.every(({ assets: before }) => before.length === 0))
  const rest = items.filter((item) => item.asset === null)
  const likely = new Set(match(rest, unread).likely)
  for (const place of unread)
    if (fresh.some(({ account }) => namesAccount(assets[place]?.display_name ?? '', account))) likely.add(place)
  const doubtful = findRenamed(unread, { assets, owners, records: [...records.values()].flat() })
  const inDoubt = fresh.length > 0 || likely.size > 0 ? unread : doubtful
  if (inDoubt.length > 0) {
    const listed = inDoubt.flatMap((place) =>
      assets[place] ? [{ asset: assets[place], isLikely: likely.has(place) }] : [],
    )
    const mayBeAll = fresh.length > 0 || doubtful.length > 0
    const chosen = chooseUnread(entity, listed, { current, accounts, mayBeAll, ask })
    const places = inDoubt.filter((place) => assets[place] && chosen.has(assets[place]))
    const { found, askUnclear } = match(rest, places)
    askUnclear()
    for (const { item, place } of found) assign(item, place)
    gone.push(...places.filter((place) => left.delete(place)))
  }
  return {
    ...{ entity, current, as_of, accounts, records, replaced: [...replaced.keys()], items, questions },
    carried: [...left].flatMap((place) => {
      const each = assets[place]
      const owner = owners[place]?.record ?? null
      return each && current
        ? [{ asset: each, owner, as_of: dateOf(each, owners[place]) ?? current.effective_date }]
        : []
    }),
    gone: gone.flatMap((place) => assets[place] ?? []),
    isOpen: !isLogged || questions.some((question) => answerTo(question, answers) === null),
  }
}

const itemsOf = (of: MappedAccount): Item[] => {
  const { account, file } = of
  const common = { of, asset: null, known: null }
  const ref = (row: number) => ({ file_id: file.id, key: account.key, row })
  const lines = explainedLines(account, file.decisions)
  return [
    ...account.rows.map((row) => ({ ...common, ...row, ref: ref(row.row) })),
    ...lines.map(({ name, value, row }) => {
      return { ...common, name, identifiers: [], value, kind: null, negative: null, ref: ref(row) }
    }),
  ]
}

const asTarget = ({ display_name, external_id = null, asset_class }: Asset, known?: KnownAsset | null): Target => ({
  name: display_name,
  identifiers: known?.identifiers ?? [],
  external_id,
  asset_class_id: asset_class.id,
})

const idOf = ({ file, account }: MappedAccount): string => `${file.id}.${keyOf(account.key)}`

/** An account in words, without its whole number. */
export function accountWords({ file, account }: MappedAccount): string {
  const end = endOf(account.number)
  const number = end === '' ? '' : ` ${end}`
  return account.name === null
    ? `the account${number} in “${file.name}”`
    : `“${account.name}”${number} in “${file.name}”`
}

type Ask = (question: Question) => string | null

/**
 * Asks which of several accounts counts where they may be the same one: twice in a file, in two files, in two layouts. `replaced`: the
 * account that counts, by those in whose place it does.
 */
function chooseAmongTwins(entity: EntityChoice, all: readonly MappedAccount[], ask: Ask) {
  const replaced = new Map<MappedAccount, MappedAccount>()
  const seen = new Set<MappedAccount>()
  const tails = new Map(all.map((each) => [each, numberTail(each.account)]))
  const byTail = Map.groupBy(all, (each) => tails.get(each) ?? '')
  const unreadable = byTail.get('') ?? []
  /** Accounts that the advisor told apart, by each of them. */
  const toldApart = new Map<MappedAccount, Set<MappedAccount>>()
  for (const one of all) {
    if (seen.has(one)) continue
    const tail = tails.get(one) ?? ''
    const others = tail === '' ? all : [...(byTail.get(tail) ?? []), ...unreadable]
    const mayBe = (other: MappedAccount) =>
      other !== one && !seen.has(other) && !toldApart.get(one)?.has(other) && areTwins(one, other)
    const twins = [one, ...others.filter(mayBe)]
    seen.add(one)
    if (twins.length === 1) continue
    const dates = new Set(twins.map(({ plan }) => plan.as_of))
    const isNumbered = twins.every(({ account }) => account.number !== '')
    const isElsewhere = twins.some(({ account }) => areOfTwoCustodians(one.account, account))
    const places = twins.map(
      (twin) => `${accountWords(twin)}${twin.plan.as_of === null ? '' : `, as of ${twin.plan.as_of}`}`,
    )
    const parts = `All of them: they are different accounts${dates.size === 1 && !isElsewhere ? ', or parts of one' : ''}`
    const answer = ask({
      id: `twice:${entity.id}:${keyOf(twins.map(idOf).join(' '))}`,
      rows: [],
      column: null,
      text: `An account of ${entity.name} may be here ${twins.length === 2 ? 'twice' : `${twins.length} times`}. Which one counts?`,
      choices: [
        ...places.map((label, at) => ({ value: String(at), label })),
        ...(dates.size === 1 || !isNumbered || isElsewhere ? [{ value: 'all', label: parts }] : []),
      ],
    })
    if (answer === 'all') {
      for (const twin of twins) toldApart.set(twin, new Set([...(toldApart.get(twin) ?? []), ...twins]))
      continue
    }
    const counts = twins[Number(answer ?? 0)]
    for (const twin of twins) {
      seen.add(twin)
      if (counts && twin !== counts) replaced.set(twin, counts)
    }
  }
  return { accounts: all.filter((each) => !replaced.has(each)), replaced }
}

const areTwins = (one: MappedAccount, other: MappedAccount): boolean =>
  mayBeTwins(one.account, other.account, one.file.statement.layout.key === other.file.statement.layout.key)

/**
 * The records of each account, also those of an account in whose place it counts. Asks whether a new one was read under another number
 * or name before.
 */
function findRecords(
  accounts: readonly MappedAccount[],
  replaced: ReadonlyMap<MappedAccount, MappedAccount>,
  { known, ask }: Pick<Options, 'known'> & { ask: Ask },
): Map<MappedAccount, KnownAccount[]> {
  const records = new Map(accounts.map((each) => [each, [...each.plan.known]]))
  for (const [twin, counts] of replaced) {
    const own = records.get(counts)
    own?.push(...twin.plan.known.filter(({ id }) => own.every((record) => record.id !== id)))
  }
  const taken = new Set([...records.values()].flat().map(({ id }) => id))
  const unread = [...records].filter(([, own]) => own.length === 0)
  if (unread.length === 0) return records
  const agreeing = indexHoldings(known)
  const tails = new Map(known.map((record) => [record, numberTail(record)]))
  for (const [each, own] of unread) {
    const alike = agreeing(each.account.rows)
    const tail = numberTail(each.account)
    // Accounts with other ends of their numbers are different ones; one without a readable number may be any.
    const mayBe = (record: KnownAccount) =>
      tail === '' || tails.get(record) === '' || (tails.get(record) === tail && mayBeSameAccount(each.account, record))
    const candidates = known.filter((record) => !taken.has(record.id) && (alike.has(record) || mayBe(record)))
    if (candidates.length === 0) continue
    const answer = ask({
      id: `same:${idOf(each)}:${keyOf(candidates.map(({ id }) => id).join(' '))}`,
      rows: [],
      column: null,
      text: `Is ${accountWords(each)} an account that was read before under another number or name?`,
      choices: [
        ...candidates.map((record) => ({
          value: record.id,
          label: `Yes: ${recordWords(record)}, as of ${record.as_of}`,
        })),
        { value: 'new', label: 'No, it is another account' },
      ],
    })
    own.push(...candidates.filter(({ id }) => id === answer))
    for (const { id } of own) taken.add(id)
  }
  return records
}

/** A known account in words, without its whole number. */
export const recordWords = ({ name, number }: KnownAccount): string =>
  `${name === null ? 'the account' : `“${name}”`} ${endOf(number)}`.trimEnd()

type Group = { ids: Set<string>; members: MappedAccount[] }

/** Accounts with common records, and the ids of these records. */
function groupByRecords(
  accounts: readonly MappedAccount[],
  records: ReadonlyMap<MappedAccount, readonly KnownAccount[]>,
): Set<Group> {
  const groups = new Map<string, Group>()
  for (const each of accounts) {
    const own = (records.get(each) ?? []).map(({ id }) => id)
    const near = new Set(own.flatMap((id) => groups.get(id) ?? []))
    const ids = new Set([...[...near].flatMap((group) => [...group.ids]), ...own])
    const group = { ids, members: [...[...near].flatMap(({ members }) => members), each] }
    for (const id of ids) groups.set(id, group)
  }
  return new Set(groups.values())
}

type Valued = { display_name: string; external_id?: string | null | undefined; value: string }

const valueKey = ({ display_name, external_id, value }: Valued): string =>
  JSON.stringify([external_id ?? null, fold(display_name), value])

const plainValue = (asset: Asset): string => decimalDollars(toDecimal(asset.value))

/** `isAsked`: the advisor has not said yet which account it is of. */
type Owner = { record: KnownAccount | null; asset: KnownAsset | null; isAsked: boolean }

/**
 * The account that each asset of the current valuation was last read from: with the same external id, name and value, else with the same
 * external id and name, else with the same external id, else by the name of an asset without one. Where assets of accounts in this batch and others cannot be told apart, each is asked.
 */
function findOwners(
  assets: readonly Asset[],
  known: readonly KnownAccount[],
  { read, ask }: { read: ReadonlySet<string>; ask: Ask },
): Owner[] {
  const slots = known.flatMap((record) => record.assets.map((asset) => ({ record, asset })))
  const owners: Owner[] = assets.map(() => ({ record: null, asset: null, isAsked: false }))
  const taken = new Set<number>()
  const settled = new Set<number>()
  const own = (place: number, slot: number | undefined) => {
    const found = slot === undefined ? undefined : slots[slot]
    if (slot === undefined || !found) return
    owners[place] = { ...found, isAsked: false }
    taken.add(slot)
  }
  const marks: ((asset: Valued) => string[])[] = [
    (asset) => [valueKey(asset)],
    ({ display_name, external_id }) => [JSON.stringify([external_id ?? null, fold(display_name)])],
    ({ external_id }) => (external_id ? [external_id] : []),
    // A name alone is enough for an asset that has no external id any more, not for one with another.
    ({ display_name, external_id }) => (external_id ? [] : [fold(display_name)]),
  ]
  let asked = 0
  const inBatch = (slot: number) => read.has(slots[slot]?.record.id ?? '')
  const valued = assets.map((asset) => ({ ...asset, value: plainValue(asset) }))
  for (const [pass, mark] of marks.entries()) {
    const places = placesBy(valued, (asset, at) => (settled.has(at) || owners[at]?.record ? [] : mark(asset)))
    const slotsBy = placesBy(slots, ({ asset }) =>
      mark(pass === marks.length - 1 ? { ...asset, external_id: null } : asset),
    )
    for (const [key, wanting] of places) {
      const all = slotsBy.get(key) ?? []
      const free = all.filter((slot) => !taken.has(slot))
      // Of equal values it makes no difference which one is taken, unless one of them is missing.
      const isScarce = pass === 0 ? wanting.length < free.length : wanting.length > free.length
      const isOfOthers = !free.every(inBatch)
      const isClear = !free.some(inBatch) || (pass === 0 ? !isScarce || !isOfOthers : !isScarce && !isOfOthers)
      if (isClear) {
        for (const [at, place] of wanting.entries()) own(place, free[at])
        continue
      }
      const choices = ownerChoices(new Set(all.flatMap((slot) => slots[slot]?.record ?? [])))
      for (const place of wanting) {
        settled.add(place)
        const answer = assets[place] && asked < mostAsked ? ask(askOwner(assets[place], choices)) : null
        if (answer === null) {
          owners[place] = { record: null, asset: null, isAsked: true }
          asked += 1
          continue
        }
        const named = all.filter((slot) => slots[slot]?.record.id === answer)
        own(place, named.find((slot) => !taken.has(slot)) ?? named[0])
      }
    }
  }
  return owners
}

/**
 * Of the assets that no account was read for, those that may be one that was: an asset of these accounts is not in the valuation any more,
 * and they were not there when the accounts were read.
 */
function findRenamed(
  unread: readonly number[],
  { assets, owners, records }: { assets: readonly Asset[]; owners: readonly Owner[]; records: readonly KnownAccount[] },
): number[] {
  const held = new Set(owners.map(({ asset }) => asset))
  const isWhole = records.every((record) => record.assets.every((asset) => held.has(asset)))
  if (isWhole || owners.some(({ isAsked }) => isAsked)) return []
  const nameKey = (asset: Omit<Valued, 'value'>) => valueKey({ ...asset, value: '' })
  const kept = new Set(records.flatMap((record) => record.kept.map(nameKey)))
  return unread.filter((place) => assets[place] && !kept.has(nameKey(assets[place])))
}

const worth = (asset: Asset): string => formatCents(roundToCents(toDecimal(asset.value)))

/** The most open questions of one entity about whose its assets are: once some are answered, the next ones are asked. */
const mostAsked = 50

const ownerChoices = (records: ReadonlySet<KnownAccount>): Question['choices'] => [
  ...[...records].map((record) => ({ value: record.id, label: recordWords(record) })),
  { value: 'none', label: 'None of them' },
]

const askOwner = (asset: Asset, choices: Question['choices']): Question => ({
  id: `whose:${asset.id}`,
  rows: [],
  column: null,
  text: `${asset.display_name} is several times in the current valuation, with other values than were read. Which account has ${worth(asset)} of it?`,
  choices,
})

const pairId = ({ ref, of }: Item, current: CurrentValuation | null): string =>
  `asset:${idOf(of)}:${ref.row}:${current?.id ?? ''}`

const askPair = (item: Item, current: CurrentValuation | null, assets: readonly Asset[]): Question => ({
  id: pairId(item, current),
  rows: [item.ref.row],
  column: null,
  text: `${item.name} may be several assets of different asset classes. Which one is it in row ${item.ref.row}?`,
  choices: [
    ...assets.map((asset) => {
      return { value: asset.id, label: `${asset.display_name}, ${asset.asset_class.display_name}, ${worth(asset)}` }
    }),
    { value: 'new', label: 'None of them, it is new' },
  ],
})

type Unread = {
  current: CurrentValuation | null
  accounts: readonly MappedAccount[]
  /** The statements can replace an asset that they do not seem to have. */
  mayBeAll: boolean
  ask: Ask
}

/** Asks which assets that no account was read for are in the statements: those that are likely to be, all, none, or each by itself. */
function chooseUnread(
  entity: EntityChoice,
  unread: readonly { asset: Asset; isLikely: boolean }[],
  { current, accounts, mayBeAll, ask }: Unread,
): Set<Asset> {
  const count = unread.length
  const likely = unread.filter(({ isLikely }) => isLikely)
  const shown = listed(unread.map(({ asset }) => asset.display_name))
  const rest = count - likely.length
  const them = count === 1 ? 'it' : `all ${count}`
  const keep = { value: 'none', label: `Keep ${them}, and add the statement’s holdings` }
  const replace = { value: 'all', label: `Replace ${them}: the statement has ${count === 1 ? 'it' : 'them'}` }
  const about = `${entity.id}:${current?.id ?? ''}:${keyOf(accounts.map(idOf).join(' '))}`
  const answer = ask({
    id: `unread:${about}`,
    rows: [],
    column: null,
    text:
      `The current valuation of ${entity.name} has ${countOf(count, 'asset that was', 'assets that were')} not read from a statement: ${shown}. ` +
      `This statement seems to have ${likely.length === 0 ? 'none' : rest === 0 ? 'all' : likely.length} of them. What becomes of them?`,
    // The likelier answer comes first.
    choices: [
      ...(likely.length > 0 && rest > 0
        ? [{ value: 'matching', label: `Replace the ${likely.length} that it seems to have, and keep ${rest}` }]
        : []),
      ...(likely.length === 0 ? [keep] : []),
      ...(mayBeAll || rest === 0 ? [replace] : []),
      ...(count > 1 ? [{ value: 'each', label: 'Choose for each asset' }] : []),
      ...(likely.length === 0 ? [] : [keep]),
    ],
  })
  const isChosen = ({ asset, isLikely }: { asset: Asset; isLikely: boolean }): boolean => {
    if (answer !== 'each') return answer === 'all' || (answer === 'matching' && isLikely)
    const choice = ask({
      id: `unread-asset:${asset.id}:${keyOf(accounts.map(idOf).join(' '))}`,
      rows: [],
      column: null,
      text: `Is ${asset.display_name}, ${worth(asset)}, in the statement${isLikely ? ', as it seems' : ''}?`,
      choices: [
        { value: 'replace', label: 'Yes: the statement replaces it' },
        { value: 'keep', label: 'No: keep it' },
      ],
    })
    return choice === 'replace'
  }
  return new Set(unread.filter(isChosen).map(({ asset }) => asset))
}
