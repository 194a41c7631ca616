import { z } from 'zod'
import { documentFields } from '../records/document.ts'
import { documentSummaryFields } from '../records/document-summary.ts'
import { entityFields } from '../records/entity.ts'
import { type ColumnOf, type Field, type Fields, type NamesWith, namesWith } from '../records/field.ts'
import { householdFields } from '../records/household.ts'
import { individualFields } from '../records/individual.ts'
import { userFields } from '../records/user.ts'
import { valuationFields } from '../records/valuation.ts'

/**
 * The pending state of a record: it was created here, differs from the service's, or is to be deleted. A new valuation makes
 * its entity `changed`.
 */
export const pendingMark = z.enum(['created', 'changed', 'deleted'])

/**
 * The columns of every list row. Names from another record (`household_name`, `owner_name`) are null if that record is not in
 * the cache.
 */
const common = {
  id: z.string(),
  updated_at: z.string(),
  created_at: z.string(),
  checked_at: z.string(),
  /** The effect of an unfinished write on the record; null if there is none. */
  pending: pendingMark.nullable(),
  /** Whether such a write needs the user. */
  attention: z.boolean(),
  /** Columns whose value could not be computed: their cells are empty for that reason. Absent in all other rows. */
  unreadable: z.array(z.string()).optional(),
}
const count = z.number().int()

/**
 * A sum of money in whole cents, as decimal digits, exact at any size: `"-1234"` is −$12.34. Fractions of a cent are summed
 * first and rounded once, half away from zero.
 */
export const cents = z.string().regex(/^-?\d+$/)

const maybeText = z.string().nullable()

/** Schemas of the listed fields as a row has them; links are ids. */
const cells = { flag: z.boolean(), money: z.number() } as const

type Cell<F extends Field> = F extends { kind: infer Kind extends keyof typeof cells }
  ? (typeof cells)[Kind]
  : z.ZodString

type RowShape<F extends Fields> = {
  [Name in NamesWith<F, 'listed'> as ColumnOf<F, Name>]: F[Name] extends { required: true }
    ? Cell<F[Name]>
    : z.ZodNullable<Cell<F[Name]>>
}

function rowShape<F extends Fields>(fields: F) {
  const shape = namesWith(fields, 'listed').map((name) => {
    const { kind, column, required } = fields[name] as Field
    const cell: z.ZodType = kind === 'flag' || kind === 'money' ? cells[kind] : z.string()
    return [column ?? name, required ? cell : cell.nullable()] as const
  })
  return Object.fromEntries(shape) as RowShape<F>
}

/** The relationship owner of a record's household; null if the household, or the user, is not in the cache. */
const householdOwner = { owner_id: maybeText, owner_name: maybeText }

export const householdRow = z.strictObject({
  ...common,
  /** `name`, else the primaries' names, else the id. */
  title: z.string(),
  ...rowShape(householdFields),
  primaries: z.string(),
  owner_name: maybeText,
  /** The sum of its entities' latest valuations in whole cents, as text because it may exceed any number; null if none is valued. */
  directly_held_asset_value: cents.nullable(),
  /** Per cent of that sum, to one decimal; null unless the sum is positive and the share has fewer than 16 digits. */
  in_estate_share: z.number().nullable(),
  out_of_estate_share: z.number().nullable(),
  /** The value in the estate above the firm's amount for its living primaries, in whole cents; null if there is nothing to compare. */
  against_amount: cents.nullable(),
  /** Effective date of the oldest valuation in it. */
  oldest_figure: maybeText,
  /** The number of entities with a valuation. */
  valued_count: count,
  individual_count: count,
  entity_count: count,
  document_count: count,
})

export const individualRow = z.strictObject({
  ...common,
  /** "First Middle Last, Suffix", without the parts that are missing. */
  title: z.string(),
  ...rowShape(individualFields),
  household_name: maybeText,
})

export const entityRow = z.strictObject({
  ...common,
  title: z.string(),
  ...rowShape(entityFields),
  household_name: maybeText,
  ...householdOwner,
  /** The latest valuation in USD; null if none is known. */
  directly_held_asset_value: z.number().nullable(),
  effective_date: maybeText,
  valuation_id: maybeText,
  document_count: count,
})

export const valuationRow = z.strictObject({
  ...common,
  /** The entity's display name, else its id. */
  title: z.string(),
  ...rowShape(valuationFields),
  household_id: maybeText,
  household_name: maybeText,
  ...householdOwner,
  asset_count: count,
})

export const documentRow = z.strictObject({
  ...common,
  title: z.string(),
  ...rowShape(documentFields),
  household_name: maybeText,
  entity_name: maybeText,
  individual_name: maybeText,
  summary_count: count,
})

export const documentSummaryRow = z.strictObject({
  ...common,
  title: z.string(),
  ...rowShape(documentSummaryFields),
  document_name: maybeText,
  household_name: maybeText,
  /** When the user reviewed it as it is now (ISO 8601); null if they did not. */
  reviewed_at: maybeText,
})

export const userRow = z.strictObject({ ...common, title: z.string(), ...rowShape(userFields), household_count: count })

const windowOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ rows: z.array(row), total: z.number().int(), offset: z.number().int() })

/**
 * The answers of the lists: rows from `offset` on, and the number of all rows. Apart from the contract, which the data worker would
 * otherwise load at each start.
 */
export const windows = {
  households: windowOf(householdRow),
  individuals: windowOf(individualRow),
  entities: windowOf(entityRow),
  valuations: windowOf(valuationRow),
  documents: windowOf(documentRow),
  'document-summaries': windowOf(documentSummaryRow),
  users: windowOf(userRow),
}

export type PendingMark = z.infer<typeof pendingMark>
export type HouseholdRow = z.infer<typeof householdRow>
export type IndividualRow = z.infer<typeof individualRow>
export type EntityRow = z.infer<typeof entityRow>
export type ValuationRow = z.infer<typeof valuationRow>
export type DocumentRow = z.infer<typeof documentRow>
export type DocumentSummaryRow = z.infer<typeof documentSummaryRow>
export type UserRow = z.infer<typeof userRow>
