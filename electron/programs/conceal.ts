import { plainDollars } from '../../shared/domain/money.ts'
import { documentTypeNames, entityKindNames, nameOf } from '../../shared/domain/names.ts'
import { mayReadNotes, type ProgramLevels } from '../../shared/domain/program-levels.ts'
import { type ListColumn, listColumns } from '../../shared/ipc/list-columns.ts'
import { isRecord } from '../../shared/lib/json.ts'
import type { Field } from '../../shared/records/field.ts'
import { moneyColumns, resourceFields } from '../../shared/records/resource-fields.ts'
import type { Resource } from '../../shared/service/resource.ts'
import type { AnswerRow } from './protocol.ts'

/** Columns of rows that are ids of other records, which are no names. */
const linkColumns = ['household_id', 'entity_id', 'individual_id', 'document_id', 'owner_id', 'valuation_id'] as const

const columnOf = (resource: Resource, name: string): ListColumn | undefined => {
  const columns: Readonly<Record<string, ListColumn>> = listColumns[resource]
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

/** The columns of a list that other programs can read, the id first. */
export const readableColumns = (resource: Resource): readonly string[] => [
  'id',
  ...Object.keys(listColumns[resource]),
  ...linkColumns.filter((name) => columnOf(resource, name) === undefined && linksOf[resource].includes(name)),
  'checked_at',
  'pending',
]

/** The ids of other records in a row. */
const linksOf: Readonly<Record<Resource, readonly string[]>> = {
  households: [],
  individuals: ['household_id'],
  entities: ['household_id', 'valuation_id'],
  valuations: ['entity_id', 'household_id'],
  documents: ['household_id', 'entity_id', 'individual_id'],
  'document-summaries': ['document_id', 'household_id'],
  users: [],
}

/** How a value of this name is left out or changed at these levels. */
type Treatment = 'shown' | 'rounded' | 'hidden' | 'role'

function treatmentOf({ isText, isAmount }: { isText: boolean; isAmount: boolean }, levels: ProgramLevels): Treatment {
  if (isText) return levels.names === 'full' ? 'shown' : 'hidden'
  if (isAmount && levels.amounts !== 'exact') return levels.amounts
  return 'shown'
}

/** A state alone identifies no one. */
const isNaming = (name: string, { kind }: { kind: string }) => kind === 'text' && name !== 'state'

function columnTreatment(resource: Resource, name: string, levels: ProgramLevels): Treatment {
  const column = columnOf(resource, name)
  if (column === undefined) return 'shown'
  if (name === 'title' && levels.names === 'roles') return 'role'
  return treatmentOf({ isText: isNaming(name, column), isAmount: column.unit !== undefined }, levels)
}

/**
 * Whether a list may be filtered or sorted by a column: what is hidden or rounded could be found out from the rows that remain, or from
 * their order.
 */
export function isComparable(
  { name, column }: { name: string; column: ListColumn | undefined },
  levels: ProgramLevels,
): boolean {
  if (column === undefined) return true
  // Texts of summaries have names and amounts.
  if (name === 'summary_text') return mayReadNotes(levels)
  const isAmount = column.unit !== undefined || moneyColumns.has(name)
  return treatmentOf({ isText: isNaming(name, column), isAmount }, levels) === 'shown'
}

/** The kind or role of a record, in place of its name. */
export function roleOf(resource: Resource, record: Readonly<Record<string, unknown>>): string {
  if (resource === 'households') return 'Household'
  if (resource === 'entities') return nameOf(entityKindNames, String(record.kind))
  if (resource === 'documents') return nameOf(documentTypeNames, String(record.type))
  if (resource === 'valuations') return 'Valuation'
  if (resource === 'document-summaries') return 'Summary'
  if (resource === 'users') return 'Advisor'
  if (record.is_primary === true) return 'Primary client'
  if (record.is_grantor === true) return 'Grantor'
  if (record.is_trustee === true) return 'Trustee'
  return record.is_beneficiary === true ? 'Beneficiary' : 'Person'
}

/** Sums are whole cents as text where they are stored, and dollars for other programs: a number, or text if no number is exact. */
function dollars(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return value
  return Number.isSafeInteger(Number(value)) ? Number(value) / 100 : plainDollars(BigInt(value))
}

function rounded(value: unknown): number | null {
  const number = Number(value)
  return value === null || value === '' || !Number.isFinite(number) ? null : Number(number.toPrecision(2))
}

/** A row of a list with these columns, as far as the levels allow. */
export function concealRow(
  {
    resource,
    row,
    columns,
  }: { resource: Resource; row: Readonly<Record<string, unknown>>; columns: readonly string[] },
  levels: ProgramLevels,
): AnswerRow {
  const shown: AnswerRow = {}
  for (const name of columns) {
    const value = row[name] ?? null
    const isAmount = columnOf(resource, name)?.unit === 'usd'
    const treatment = columnTreatment(resource, name, levels)
    if (treatment === 'role') shown[name] = roleOf(resource, row)
    else if (treatment === 'hidden') shown[name] = null
    else if (treatment === 'rounded') shown[name] = value === null ? null : rounded(dollars(value))
    else shown[name] = isAmount ? dollars(value) : value
  }
  return shown
}

/** Kinds of fields whose values are no names. Every other kind is left out where names are. */
const namelessKinds: ReadonlySet<Field['kind']> = new Set(['state', 'date', 'time', 'flag', 'money', 'choice', 'link'])

/** The value of a record's field, as far as the levels allow; undefined if nothing of it may be told. */
function concealField(field: Field, value: unknown, levels: ProgramLevels): unknown {
  if (field.kind === 'money') return concealAmount(value, levels)
  if (field.kind === 'long-text') return mayReadNotes(levels) ? value : undefined
  if (field.kind === 'parts') return concealParts(value, levels)
  return levels.names === 'full' || namelessKinds.has(field.kind) ? value : undefined
}

function concealAmount(value: unknown, { amounts }: ProgramLevels): unknown {
  if (amounts === 'exact') return value
  return amounts === 'hidden' ? undefined : rounded(value)
}

/** The assets of a valuation; people, who are records of their own, are left out. */
function concealParts(value: unknown, levels: ProgramLevels): unknown {
  if (!Array.isArray(value)) return undefined
  return value.filter(isRecord).flatMap(({ asset_class, display_name, value: amount }) => {
    if (!isRecord(asset_class)) return []
    const named = levels.names === 'full' ? { display_name } : {}
    const valued = concealAmount(amount, levels)
    return [{ asset_class: asset_class.display_name, ...named, ...(valued === undefined ? {} : { value: valued }) }]
  })
}

/** A record of the service, as far as the levels allow. Fields that Steward does not know could contain anything, and are left out. */
export function concealRecord(
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  levels: ProgramLevels,
): AnswerRow {
  const shown: AnswerRow = { id: record.id }
  for (const [name, field] of Object.entries<Field>(resourceFields[resource])) {
    const value = record[name] === undefined ? undefined : concealField(field, record[name], levels)
    if (value !== undefined) shown[name] = value
  }
  return { ...shown, created_at: record.created_at, updated_at: record.updated_at }
}

/** One side of a change of a field, as far as the levels allow. */
export function concealChange(resource: Resource, name: string, value: unknown, levels: ProgramLevels): unknown {
  const fields: Readonly<Record<string, Field>> = resourceFields[resource]
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field !== undefined) return concealField(field, value, levels) ?? null
  return mayReadNotes(levels) ? value : null
}

/** An amount of a sum in whole cents, in dollars, as far as the levels allow. */
export const concealCents = (cents: string | null, levels: ProgramLevels): unknown =>
  cents === null ? null : (concealAmount(dollars(cents), levels) ?? null)

/** The name of a record, or what it is. */
export const concealName = (name: string | null, role: string, { names }: ProgramLevels): string | null =>
  names === 'full' ? name : role
