import { countOf } from '../domain/counts.ts'
import { formatCalendarDate } from '../domain/dates.ts'
import { dayNumber } from '../domain/day-numbers.ts'
import { add, compare, type Decimal, decimalDollars, roundToCents, subtract, toDecimal, zero } from '../domain/money.ts'
import { perCentOf } from '../domain/per-cent.ts'
import { maxText } from '../records/field.ts'
import type { Asset } from '../service/valuation.ts'
import { type Answers, answerTo, capital, listed, rowNumbers } from '../tables/doubts.ts'
import { isSameAccount, numberTail } from './accounts.ts'
import { isOlder } from './as-of.ts'
import type {
  AccountMapping,
  AccountPlan,
  BatchFile,
  BatchPlan,
  CurrentValuation,
  EntityChoice,
  EntityPlan,
  KnownAccount,
  PlannedAsset,
  Warning,
} from './batch.ts'
import { accountWords, draftEntity, type EntityDraft, type Item, type MappedAccount, recordWords } from './entities.ts'
import { classify, differingKinds, securityKeys, type Target } from './holdings.ts'
import type { Identifier, StatementAccount } from './statement.ts'
import { exact, isJump, sumOf, tieOut } from './tie-out.ts'

/** The most assets of one valuation that the service takes. */
const mostAssets = 5000
/** A date of more days before today is said. */
const mostDays = 45

type BatchInput = {
  files: readonly BatchFile[]
  /** From `mapAccounts`, for the same files. */
  mappings: readonly AccountMapping[]
  /** All records of the entities that are concerned. */
  known: readonly KnownAccount[]
  /** At least the entities that are concerned. */
  entities: readonly EntityChoice[]
  /** The latest valuation by entity: null if it has none, absent if it is not read yet. */
  valuations: ReadonlyMap<string, CurrentValuation | null>
  /** Entities with an open draft of a valuation. */
  drafts: ReadonlySet<string>
  /** Entities with a valuation that waits to be sent. */
  unsent: ReadonlySet<string>
  /** Ids of asset classes by {@link securityKeys}. */
  securities: ReadonlyMap<string, string>
  /** The firm's table: ids of asset classes by the custodian's kind of security. */
  kinds: Readonly<Record<string, string>>
  /** Answers to the questions of entities. */
  answers: Answers
  /** `YYYY-MM-DD` */
  today: string
}

/**
 * Plans the valuations that a batch of statements makes: what ties, what each account replaces, and what is asked. Nothing is approved
 * that is blocked; together with others only what has nothing to look at.
 */
export function planBatch(input: BatchInput): BatchPlan {
  const accounts = planAccounts(input)
  const entities = new Map(input.entities.map((entity) => [entity.id, entity]))
  const mapped = accounts.filter(({ plan }) => plan.state === 'mapped' || plan.state === 'blocked')
  const records = Map.groupBy(input.known, ({ entity_id }) => entity_id)
  const drafts = [...Map.groupBy(mapped, ({ plan }) => plan.entity_id)].flatMap(([id, own]) => {
    const entity = entities.get(id ?? '')
    if (!entity) return []
    const known = records.get(entity.id) ?? []
    return [
      draftEntity(entity, own, { current: input.valuations.get(entity.id) ?? null, known, answers: input.answers }),
    ]
  })
  const items = drafts.flatMap((draft) => draft.items)
  const unknown = items.filter(({ asset, of }) => asset === null && isRead(of))
  const { classes, questions } = classify(unknown, {
    ...input,
    seen: unknown.length === 0 ? [] : drafts.flatMap(seenIn),
  })
  const classOf = new Map<Item, string | null>(items.map((item) => [item, item.asset?.asset_class.id ?? null]))
  for (const [at, item] of unknown.entries()) classOf.set(item, classes[at] ?? null)
  const asked = new Set(
    input.mappings.flatMap(({ state, known }) => (state === 'ask' ? known.map(({ entity_id }) => entity_id) : [])),
  )
  const plans = drafts.map((draft) =>
    planEntity(draft, { ...input, known: records.get(draft.entity.id) ?? [], classOf, asked }),
  )
  const replaced = new Set(drafts.flatMap((draft) => draft.replaced))
  const isTwinAsked = ({ questions: asked }: EntityDraft) =>
    asked.some((one) => one.id.startsWith('twice:') && answerTo(one, input.answers) === null)
  const undecided = new Set(drafts.filter(isTwinAsked).flatMap((draft) => draft.replaced))
  return {
    accounts: accounts.map((each) => {
      if (!replaced.has(each)) return each.plan
      const why = undecided.has(each)
        ? 'It may be the same account as another of these files: answer which one counts.'
        : 'Another account of these files counts in its place.'
      return { ...each.plan, state: 'left-out' as const, why }
    }),
    entities: plans,
    securities: questions,
    atOnce: plans.flatMap(({ state, entity }) => (state === 'at-once' ? [entity.id] : [])),
  }
}

/** False while questions of the file or the account are open: its rows may be other securities, or none, once these are answered. */
const isRead = ({ file, account }: MappedAccount): boolean =>
  file.statement.questions.length === 0 && account.questions.length === 0

/** Assets that prove the asset class of their security. */
const seenIn = ({ items, carried }: EntityDraft): Target[] => [
  ...items.flatMap(({ asset, identifiers, known }) =>
    asset ? [asTarget(asset, [...identifiers, ...(known?.identifiers ?? [])])] : [],
  ),
  ...carried.map(({ asset }) => asTarget(asset, [])),
]

const asTarget = ({ display_name, external_id = null, asset_class }: Asset, identifiers: Identifier[]): Target => ({
  name: display_name,
  identifiers,
  external_id,
  asset_class_id: asset_class.id,
})

function planAccounts({ files, mappings, today }: BatchInput): MappedAccount[] {
  const found = new Map(mappings.map((mapping) => [JSON.stringify([mapping.file_id, mapping.key]), mapping]))
  return files.flatMap((file) =>
    file.statement.accounts.flatMap((account) => {
      const mapping = found.get(JSON.stringify([file.id, account.key]))
      return mapping ? [{ file, account, plan: planAccount(account, { file, mapping, today }) }] : []
    }),
  )
}

function planAccount(
  account: StatementAccount,
  { file, mapping, today }: { file: BatchFile; mapping: AccountMapping; today: string },
): AccountPlan {
  const { number, isMasked, name } = account
  const { statement, decisions } = file
  const tie = tieOut(account, decisions)
  const as_of = decisions.asOf ?? statement.asOf.date
  const problems: string[] = []
  const warnings = [...mapping.warnings]
  if (file.isScan) warnings.push({ kind: 'scan', text: 'It is read from a scan, every figure confirmed by you.' })
  if (statement.questions.length > 0) problems.push('The file has open questions: answer them on its page.')
  if (account.questions.length > 0) problems.push('The account has open questions: answer them on the file’s page.')
  if (as_of === null)
    problems.push(`${statement.asOf.problem ?? 'The file names no date.'} Choose the date of its values on its page.`)
  else if (dayNumber(as_of) === null) problems.push('The date of its values is not a date.')
  else if (as_of > today) problems.push('The date of its values is in the future.')
  const refused = [...account.refused, ...statement.refused]
  const words = refused.map(({ row, text }) => `Row ${row} (${text.slice(0, 80)}) cannot be read.`)
  // Only a total of the file itself proves that these rows are worth nothing: a typed one may be the sum on the screen.
  if (!tie.ties || tie.isTyped) problems.push(...words.slice(0, mostListed))
  else warnings.push(...words.slice(0, mostListed).map((text) => ({ kind: 'refused' as const, text })))
  if (file.isScan && account.statedTotal === null)
    problems.push('No printed total of it was found in the scan, so that its rows cannot be checked.')
  else if (tie.stated === null) problems.push('The file states no total: type the account’s total from the statement.')
  else if (!tie.ties) problems.push('The rows come to another total than the statement.')
  for (const row of account.rows) {
    const title = row.name || row.identifiers[0]?.value || ''
    if (title === '') problems.push(`Row ${row.row} has no name.`)
    if ([title, ...row.identifiers.map(({ value }) => value)].some((text) => text.length > maxText))
      problems.push(`Row ${row.row} has a text that is too long for the service.`)
    if (asNumber(row.value) === null)
      problems.push(`${title}, row ${row.row}: its value has more digits than the service keeps.`)
  }
  const state = mapping.state === 'mapped' && problems.length > 0 ? 'blocked' : mapping.state
  return {
    ...mapping,
    number,
    isMasked,
    name,
    as_of,
    state,
    tie,
    notes: notesOf(account, file, tie),
    problems,
    warnings,
  }
}

const mostListed = 20

/** An exact decimal as a JSON number; null if that would change a digit. */
function asNumber(value: string): number | null {
  const number = Number(value)
  return Number.isFinite(number) && compare(toDecimal(number), exact(value)) === 0 ? number : null
}

function notesOf(account: StatementAccount, { statement }: BatchFile, tie: AccountPlan['tie']): string[] {
  const rowsOf = (kind: 'short' | 'margin' | 'cash') =>
    account.rows.filter(({ negative }) => negative === kind).map(({ row }) => row)
  const said = { short: 'short position', margin: 'margin debit', cash: 'negative cash' } as const
  const negatives = (['short', 'margin', 'cash'] as const).flatMap((kind) => {
    const rows = rowsOf(kind)
    return rows.length === 0 ? [] : [`A ${said[kind]} is an asset below zero: ${rowNumbers(rows)}.`]
  })
  const converted = account.rows.flatMap(({ row, converted: from }) =>
    from ? [`Row ${row}: ${from.amount} ${from.currency} at ${from.rate}.`] : [],
  )
  const open = account.lines.filter(({ row }) => !tie.lines.includes(row))
  const dates = statement.asOf.priceDates
  return [
    ...(account.rows.length === 0 ? ['The account holds nothing any more.'] : []),
    ...negatives,
    ...converted.slice(0, mostListed),
    ...open.map(({ row, name }) => `${name}, row ${row}, is not counted.`),
    ...(dates.length > 1 ? [`Prices are of several dates: ${dates.map(formatCalendarDate).join(', ')}.`] : []),
  ]
}

/** `known`: records of the entity. `asked`: entities that an account may belong to which is still asked. */
type EntityOptions = BatchInput & { classOf: ReadonlyMap<Item, string | null>; asked: ReadonlySet<string> }

function planEntity(draft: EntityDraft, options: EntityOptions): EntityPlan {
  const { entity, current, as_of, accounts, items, questions } = draft
  const before = current && toDecimal(current.directly_held_asset_value)
  const assets = assetsOf(draft, options.classOf)
  const total = sumOf(assets.flatMap(({ value }) => (value === null ? [] : [{ value }])))
  const kept = assets.filter(({ change }) => change !== 'gone')
  const problems = [
    ...(options.valuations.has(entity.id) ? [] : [`The current valuation of ${entity.name} is not read yet.`]),
    ...accounts.flatMap((each) => each.plan.problems.map((text) => `${capital(accountWords(each))}: ${text}`)),
    ...(kept.length > mostAssets
      ? [
          `${entity.name} would have ${countOf(kept.length, 'asset', 'assets')}; the service takes ${countOf(mostAssets, 'asset', 'assets')} at most.`,
        ]
      : []),
    ...unnamed(kept),
  ]
  const unclassified = kept.filter(({ asset_class_id }) => asset_class_id === null).length
  if (unclassified > 0 && accounts.every(isRead))
    problems.push(`${countOf(unclassified, 'holding needs', 'holdings need')} an asset class.`)
  const warnings = warningsOf(draft, { ...options, as_of, total, assets })
  const isBlocked = problems.length > 0 || draft.isOpen
  return {
    entity,
    accounts: accounts.map(({ plan: { file_id, key } }) => ({ file_id, key })),
    as_of,
    before: current &&
      before && {
        valuation_id: current.id,
        effective_date: current.effective_date,
        total: decimalDollars(before),
      },
    total: decimalDollars(total),
    percent: before && percentOf(before, total),
    assets,
    questions,
    warnings,
    problems,
    state: isBlocked ? 'blocked' : warnings.length > 0 ? 'looked-at' : 'at-once',
    body: isBlocked || as_of === null ? null : bodyOf(kept, as_of),
    learned: learnedOf(draft, { ...options, items, isOlder: isOlder(current, as_of) }),
  }
}

/** Assets of the current valuation without a usable name: the service takes none back. */
const unnamed = (assets: readonly PlannedAsset[]): string[] =>
  assets.some(({ change, name }) => change === 'carried' && (name === '' || name.length > maxText))
    ? ['An asset that is carried over has no name, or one that is too long for the service.']
    : []

const percentOf = (before: Decimal, after: Decimal): number | null =>
  perCentOf(roundToCents(before), roundToCents(after) - roundToCents(before))

const bodyOf = (assets: readonly PlannedAsset[], effective_date: string): EntityPlan['body'] => ({
  effective_date,
  directly_held_assets: assets.flatMap(({ asset_class_id, name, external_id, value }) => {
    const number = value === null ? null : asNumber(value)
    if (asset_class_id === null || number === null) return []
    return [{ asset_class_id, display_name: name, value: number, ...(external_id ? { external_id } : {}) }]
  }),
})

function assetsOf(draft: EntityDraft, classOf: EntityOptions['classOf']): PlannedAsset[] {
  const seen = (asset: Asset) => ({
    name: asset.display_name,
    external_id: asset.external_id ?? null,
    value: decimalDollars(toDecimal(asset.value)),
  })
  const none = { percent: null, isJump: false, carried: null, negative: null, from: null }
  return [
    ...draft.items.map((item): PlannedAsset => {
      const before = item.asset && seen(item.asset)
      const external_id = externalIdOf(item)
      const [was, is] = [before && exact(before.value), exact(item.value)]
      const isSame = was !== null && compare(was, is) === 0 && before?.external_id === external_id
      return {
        ...none,
        change: before === null ? 'new' : isSame ? 'same' : 'changed',
        name: before?.name || item.name || item.identifiers[0]?.value || '',
        external_id,
        asset_class_id: classOf.get(item) ?? null,
        value: decimalDollars(is),
        from: item.ref,
        before,
        percent: was && percentOf(was, is),
        isJump: was !== null && isJump(was, is),
        negative: item.negative,
      }
    }),
    ...draft.carried.map(({ asset, owner, as_of }): PlannedAsset => {
      const before = seen(asset)
      const carried = { account: owner?.number ?? null, as_of }
      return { ...none, ...before, change: 'carried', asset_class_id: asset.asset_class.id, before, carried }
    }),
    ...draft.gone.map((asset): PlannedAsset => {
      const before = seen(asset)
      return { ...none, ...before, change: 'gone', asset_class_id: asset.asset_class.id, value: null, before }
    }),
  ]
}

const identifierOrder: readonly Identifier['kind'][] = ['symbol', 'cusip', 'isin', 'sedol', 'custodian']

/**
 * The external id of a row's asset: the one that it has, as long as it is an identifier of the row or of no kind that the row has; else
 * the row's own.
 */
function externalIdOf({ asset, known, identifiers }: Item): string | null {
  const preferred = identifierOrder.flatMap((kind) => identifiers.filter((one) => one.kind === kind))
  const own = asset?.external_id || null
  if (own === null) return preferred[0]?.value ?? null
  if (identifiers.some(({ value }) => value === own.trim().toUpperCase())) return own
  const kind = known?.identifiers.find(({ value }) => value === own.trim().toUpperCase())?.kind
  return preferred.find((one) => one.kind === kind)?.value ?? own
}

type WarningOptions = EntityOptions & { as_of: string | null; total: Decimal; assets: readonly PlannedAsset[] }

function warningsOf(draft: EntityDraft, { as_of, total, assets, ...options }: WarningOptions): Warning[] {
  const { entity, current, accounts, items, carried, isOpen } = draft
  const found = new Map<string, Warning>()
  const warn = (kind: Warning['kind'], text: string) => {
    if (!found.has(text)) found.set(text, { kind, text })
  }
  for (const { plan } of accounts) for (const { kind, text } of plan.warnings) warn(kind, text)
  if (options.asked.has(entity.id)) warn('mapping', `An account that may belong to ${entity.name} is still asked.`)
  const before = current && toDecimal(current.directly_held_asset_value)
  // While a question decides which assets are replaced, the total says nothing yet.
  if (before && !isOpen && isJump(before, total)) warn('jump', `The total of ${entity.name} changes by more than 25%.`)
  const itemsBy = Map.groupBy(items, ({ of }) => of)
  for (const each of accounts) {
    const own = itemsBy.get(each) ?? []
    const was = own.reduce((sum, { asset }) => (asset ? add(sum, toDecimal(asset.value)) : sum), zero)
    if (draft.records.get(each)?.length && isJump(was, sumOf(own)))
      warn('jump', `The total of ${accountWords(each)} changes by more than 25%.`)
  }
  const gone = draft.gone.map(({ display_name }) => display_name)
  if (gone.length > 0 && !isOpen)
    warn('gone', `${countOf(gone.length, 'asset is', 'assets are')} gone: ${listed(gone)}.`)
  const changed = assets.flatMap(({ name, before: was, external_id }) =>
    was && was.external_id !== external_id ? [name] : [],
  )
  const differing = items.flatMap(({ name, known, identifiers }) =>
    known && differingKinds(identifiers, known.identifiers).length > 0 ? [name] : [],
  )
  const identified = [...new Set([...changed, ...differing])]
  if (identified.length > 0) warn('identifiers', `Identifiers change: ${listed(identified)}.`)
  if (current && as_of !== null && isOlder(current, as_of)) {
    const date = formatCalendarDate(current.effective_date)
    warn('older', `It is older than the current valuation, of ${date}, which stays the latest one.`)
  }
  for (const { plan } of accounts) {
    const days = plan.as_of === null ? null : dayNumber(plan.as_of)
    const today = dayNumber(options.today)
    if (days !== null && today !== null && today - days > mostDays && plan.as_of !== null)
      warn('old-date', `Values are of ${formatCalendarDate(plan.as_of)}, more than ${mostDays} days ago.`)
    if (as_of !== null && plan.as_of !== null && plan.as_of !== as_of)
      warn('other-dates', `Accounts have several dates; the valuation is of the latest, ${formatCalendarDate(as_of)}.`)
  }
  const layouts = new Set(
    accounts.flatMap(({ file: { statement } }) => (statement.accounts.length > 1 ? statement.layout.key : [])),
  )
  const missing = new Set(
    carried.flatMap(({ owner }) =>
      owner && layouts.has(owner.layout) && as_of !== null && owner.as_of < as_of ? owner : [],
    ),
  )
  for (const record of missing)
    warn(
      'other-dates',
      `${capital(recordWords(record))} is not in these files: its assets of ${formatCalendarDate(record.as_of)} are carried over.`,
    )
  if (current && current.effective_date === as_of && isCorrection(draft, options.known))
    warn(
      'same-date',
      `A valuation of ${formatCalendarDate(current.effective_date)} is there already; this one corrects it.`,
    )
  for (const { file } of accounts)
    if (file.loggedBefore !== null)
      warn(
        'same-file',
        `The content of “${file.name}” was logged before, ${formatCalendarDate(file.loggedBefore.slice(0, 10))}.`,
      )
  if (options.drafts.has(entity.id))
    warn('draft', `A draft of a valuation of ${entity.name} is open. It stays as it is.`)
  if (options.unsent.has(entity.id)) warn('unsent', `Another valuation of ${entity.name} waits to be sent.`)
  const itemized = current?.assets.reduce((sum, { value }) => add(sum, toDecimal(value)), zero)
  if (before && itemized && roundToCents(subtract(before, itemized)) !== 0n)
    warn('not-itemized', 'A part of the current valuation is not itemized, and is not carried over.')
  return [...found.values()]
}

/** False where the current valuation has its date from other accounts that were read, and these only add to it. */
function isCorrection({ records, current }: EntityDraft, known: readonly KnownAccount[]): boolean {
  const date = current?.effective_date
  const own = new Set([...records.values()].flat().map(({ id }) => id))
  const ofDate = known.filter((record) => record.as_of === date)
  return ofDate.length === 0 || ofDate.some(({ id }) => own.has(id))
}

type LearnedOptions = EntityOptions & { items: readonly Item[]; isOlder: boolean }

function learnedOf(
  draft: EntityDraft,
  { classOf, securities, items, isOlder: older }: LearnedOptions,
): EntityPlan['learned'] {
  const learned: EntityPlan['learned'] = { accounts: [], securities: {} }
  const byTail = new Map<string, MappedAccount[][]>()
  const groups: MappedAccount[][] = []
  for (const each of draft.accounts) {
    const tail = numberTail(each.account)
    const near = byTail.get(tail) ?? []
    const group = near.find(([first]) => first && isSameAccount(first.account, each.account))
    if (group) {
      group.push(each)
      continue
    }
    const alone = [each]
    groups.push(alone)
    byTail.set(tail, [...near, alone])
  }
  const itemsBy = Map.groupBy(items, ({ of }) => of)
  for (const group of groups) {
    const [first] = group
    const replaces = group.flatMap((each) => [
      ...(draft.records.get(each) ?? []).map(({ id }) => id),
      ...each.plan.moved,
    ])
    // The latest valuation stays as it is, and so does what is known of it.
    if (!first || first.plan.as_of === null || (older && replaces.length > 0)) continue
    const own = group.flatMap((each) => itemsBy.get(each) ?? [])
    const { number, isMasked, name, custodian } = first.account
    learned.accounts.push({
      replaces: [...new Set(replaces)],
      account: {
        ...{ number, isMasked, name, custodian, layout: first.file.statement.layout.key },
        ...{ entity_id: draft.entity.id, as_of: first.plan.as_of, total: decimalDollars(sumOf(own)) },
        // None of them is in the latest valuation, which may have the account as it was typed.
        assets: (older ? [] : own).map((item) => ({
          display_name: item.asset?.display_name || item.name || item.identifiers[0]?.value || '',
          external_id: externalIdOf(item),
          value: decimalDollars(exact(item.value)),
          identifiers: identifiersOf(item),
        })),
        kept:
          learned.accounts.length > 0
            ? []
            : draft.carried.map(({ asset, as_of }) => ({
                display_name: asset.display_name,
                external_id: asset.external_id ?? null,
                value: decimalDollars(toDecimal(asset.value)),
                as_of,
              })),
      },
    })
  }
  for (const item of items) {
    const id = classOf.get(item)
    if (id) for (const key of securityKeys(item)) if (!securities.has(key)) learned.securities[key] = id
  }
  return learned
}

/** All identifiers of a row, and those of other kinds that its asset was read with before. */
const identifiersOf = ({ identifiers, known }: Item): Identifier[] => [
  ...identifiers,
  ...(known?.identifiers.filter(({ kind }) => identifiers.every((one) => one.kind !== kind)) ?? []),
]
