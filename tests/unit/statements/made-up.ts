import { mapAccounts } from '../../../shared/statements/accounts.ts'
import type {
  BatchFile,
  BatchPlan,
  CurrentValuation,
  EntityChoice,
  FileDecisions,
  KnownAccount,
} from '../../../shared/statements/batch.ts'
import { planBatch } from '../../../shared/statements/plan.ts'
import type { Identifier, StatementAccount, StatementRow } from '../../../shared/statements/statement.ts'

/** Statements, firms and valuations for tests of the rules about them. */

export const symbol = (value: string): Identifier => ({ kind: 'symbol', value })
export const cusip = (value: string): Identifier => ({ kind: 'cusip', value })

export const row = (at: number, name: string, value: string, more: Partial<StatementRow> = {}): StatementRow => ({
  ...{ row: at, name, value, identifiers: [], kind: null, negative: null, converted: null },
  ...more,
})

export const account = (
  number: string,
  rows: StatementRow[],
  more: Partial<StatementAccount> & { total?: string | null } = {},
): StatementAccount => {
  const { total, ...rest } = more
  return {
    key: `${number} ${rest.name ?? ''}`,
    ...{ number, isMasked: number.startsWith('...'), name: null, custodian: null, rows },
    ...{ lines: [], refused: [], questions: [] },
    statedTotal: total == null ? null : { row: 99, label: 'Account Total', value: total },
    ...rest,
  }
}

type FileOptions = Partial<Omit<BatchFile, 'statement' | 'decisions'>> & {
  as_of?: string | null
  layout?: string
  decisions?: Partial<FileDecisions>
  statement?: Partial<BatchFile['statement']>
}

export const file = (accounts: StatementAccount[], options: FileOptions = {}): BatchFile => {
  const { as_of = '2026-10-30', layout = 'h1', decisions, statement, ...rest } = options
  const asOf = { date: as_of, proposed: null, from: null, priceDates: [], problem: null }
  return {
    ...{ id: 'file-1', name: 'positions.csv', sha256: `sha ${rest.id ?? 'file-1'}`, loggedBefore: null },
    ...{ countedIn: {}, isScan: false },
    statement: {
      layout: { key: layout, words: 'Positions' },
      ...{ accounts, asOf, questions: [], answered: [], leftOut: [], refused: [], waiting: [] },
      ...{ textsBeside: [], tablesLeftOut: 0, tables: [], rowsIn: 0, isReady: true },
      ...statement,
    },
    decisions: { asOf: null, accounts: {}, totals: {}, explained: {}, ...decisions },
    ...rest,
  }
}

export const entity = (id: string, more: Partial<EntityChoice> = {}): EntityChoice => ({
  ...{ id, name: `Trust ${id}`, external_id: null, household: { id: 'household_1', name: 'Vreeland' } },
  ...{ stage: 'ACTIVE', isGone: false },
  ...more,
})

export const valuation = (
  effective_date: string,
  assets: { name: string; value: number; external_id?: string; class?: string; id?: string }[],
  more: Partial<CurrentValuation> = {},
): CurrentValuation => ({
  id: `valuation of ${effective_date}`,
  effective_date,
  assets: assets.map((asset, at) => ({
    id: asset.id ?? `asset_${at}`,
    asset_class: { id: asset.class ?? 'class-equity', display_name: asset.class ?? 'Equity' },
    display_name: asset.name,
    value: asset.value,
    ...(asset.external_id ? { external_id: asset.external_id } : {}),
  })) as CurrentValuation['assets'][number][],
  directly_held_asset_value: assets.reduce((sum, { value }) => Math.round((sum + value) * 100) / 100, 0),
  ...more,
})

export type World = {
  files: BatchFile[]
  entities: EntityChoice[]
  known?: KnownAccount[]
  valuations?: Record<string, CurrentValuation | null>
  /** Ids of entities whose valuation is not read yet. */
  unread?: string[]
  drafts?: string[]
  unsent?: string[]
  securities?: Record<string, string>
  kinds?: Record<string, string>
  answers?: Record<string, string>
  today?: string
}

/** The plan of a batch; entities without a valuation in `valuations` have none. */
export function plan(world: World): BatchPlan {
  const {
    files,
    entities,
    known = [],
    securities = { 'symbol:NGH': 'class-equity', 'symbol:LARX': 'class-fund' },
  } = world
  const none = Object.fromEntries(entities.filter(({ id }) => !world.unread?.includes(id)).map(({ id }) => [id, null]))
  return planBatch({
    ...{ files, known, entities, mappings: mapAccounts({ files, known, entities }) },
    valuations: new Map(Object.entries({ ...none, ...world.valuations })),
    ...{
      drafts: new Set(world.drafts),
      unsent: new Set(world.unsent),
      securities: new Map(Object.entries(securities)),
    },
    ...{ kinds: world.kinds ?? {}, answers: world.answers ?? {}, today: world.today ?? '2026-11-02' },
  })
}

/** The records of a ledger after the plans of these entities were approved. */
export function remember(known: readonly KnownAccount[], { entities }: BatchPlan, tag: string): KnownAccount[] {
  const learned = entities.flatMap((each) => (each.body ? each.learned.accounts : []))
  const replaced = new Set(learned.flatMap(({ replaces }) => replaces))
  return [
    ...known.filter(({ id }) => !replaced.has(id)),
    ...learned.map(({ account: one }, at) => ({ ...one, id: `${tag} ${at}` })),
  ]
}

/** The first of a list that must have one. */
export function first<One>(all: readonly One[]): One {
  const [one] = all
  if (one === undefined) throw new Error('The list is empty.')
  return one
}

export const ngh = row(4, 'NORTHGATE HOLDINGS INC', '18804.00', { identifiers: [symbol('NGH'), cusip('664000123')] })
export const larx = row(5, 'LARCH TOTAL MARKET INDEX', '121919.49', { identifiers: [symbol('LARX')] })
export const cash = row(6, 'Cash & Cash Investments', '80.51', { kind: 'Cash and Money Market' })
export const classes = {
  'symbol:NGH': 'class-equity',
  'symbol:LARX': 'class-fund',
  'name:cash cash investments': 'class-cash',
}

export const trust = entity('entity_a', { external_id: '55501234', name: 'Vreeland Family Trust' })
export const whole = account('55501234', [ngh, larx, cash], { total: '140804.00' })

export const known = (more: Partial<KnownAccount> = {}): KnownAccount => ({
  ...{ id: 'known-1', number: '55501234', isMasked: false, name: null, custodian: null, layout: 'h1' },
  ...{ entity_id: 'entity_a', as_of: '2026-09-30', total: '138804.00', kept: [] },
  assets: [
    { display_name: ngh.name, external_id: 'NGH', value: '16804.00', identifiers: ngh.identifiers },
    { display_name: larx.name, external_id: 'LARX', value: '121919.49', identifiers: larx.identifiers },
    { display_name: cash.name, external_id: null, value: '80.51', identifiers: [] },
  ],
  ...more,
})

export const september = valuation('2026-09-30', [
  { name: ngh.name, value: 16804, external_id: 'NGH', id: 'asset_ngh' },
  { name: larx.name, value: 121919.49, external_id: 'LARX', class: 'class-fund', id: 'asset_larx' },
  { name: cash.name, value: 80.51, class: 'class-cash', id: 'asset_cash' },
  { name: 'House in Rye', value: 2000000, class: 'class-home', id: 'asset_house' },
])

/** The second month of an account that was read before. */
export const month: World = {
  files: [file([whole])],
  entities: [trust],
  known: [known()],
  valuations: { entity_a: september },
  securities: classes,
}

export const only = (world: World) => first(plan(world).entities)
