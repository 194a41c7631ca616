import type { JsonFields, Operation } from '../../../../shared/domain/operation.ts'
import { localPrimaryId, needsAttention } from '../../../../shared/domain/operation-rules.ts'

/**
 * Computes the expected rows in the simplest way from the service's last answers (`known`), the writes that are not done, and the
 * service's ids of local records.
 */
export type Known = {
  individuals: Map<string, JsonFields>
  households: Map<string, JsonFields>
  /** By entity id. */
  valuations: Map<string, JsonFields>
}

export type Shown = { record: JsonFields; mark: string | null; attention: boolean }

type Asked = { known: Known; open: readonly Operation[]; adopted: ReadonlyMap<string, string> }

const noFlags = { is_beneficiary: false, is_deceased: false, is_grantor: false, is_primary: false, is_trustee: false }

export function expectedRows({ known, open, adopted }: Asked): { [Resource in keyof Known]: Map<string, Shown> } {
  const ops = [...open].sort((a, b) => a.seq - b.seq)
  const named = (id: unknown) => adopted.get(String(id)) ?? String(id)
  const individuals = begin(known.individuals)
  const households = begin(known.households)

  const put = (rows: Map<string, Shown>, id: string, change: { record: JsonFields; mark: string; op: Operation }) => {
    const before = rows.get(id)
    const keeps = before?.mark === 'deleted' || (before?.mark === 'created' && change.mark === 'changed')
    rows.set(id, {
      record: { ...change.record, id },
      mark: keeps ? (before?.mark ?? null) : change.mark,
      attention: (before?.attention ?? false) || needsAttention(change.op),
    })
  }
  const stamps = (op: Operation) => ({ created_at: op.saved_at, updated_at: op.saved_at })

  for (const op of ops) {
    const rows = op.resource === 'individuals' ? individuals : households
    if (op.resource === 'valuations') continue
    if (op.action === 'create') {
      const { primary_individuals: people, ...own } = op.fields
      const more =
        op.resource === 'individuals' ? { ...noFlags, ...own, household_id: named(op.parent_id) } : { ...own }
      put(rows, op.record_id, { record: { ...stamps(op), ...more }, mark: 'created', op })
      for (const [at, person] of (Array.isArray(people) ? people : []).entries()) {
        const id = localPrimaryId(op.record_id, at) ?? ''
        const record = { ...stamps(op), ...noFlags, ...(person as JsonFields), is_primary: true }
        put(individuals, id, { record: { ...record, household_id: op.record_id }, mark: 'created', op })
      }
    } else {
      const id = named(op.record_id)
      const record = rows.get(id)?.record ?? { ...op.base, household_id: named(op.base?.household_id) }
      if (op.resource === 'households') delete (record as { household_id?: unknown }).household_id
      put(rows, id, { record: { ...record, ...op.fields }, mark: op.action === 'delete' ? 'deleted' : 'changed', op })
    }
  }
  for (const [id, shown] of households) shown.record = withPeople(id, shown.record, { ops, individuals, named })
  return { individuals, households, valuations: latest(known, ops) }
}

const begin = (known: ReadonlyMap<string, JsonFields>) =>
  new Map([...known].map(([id, record]): [string, Shown] => [id, { record, mark: null, attention: false }]))

const naming = ['first_name', 'middle_name', 'last_name', 'suffix', 'is_primary']

type People = { ops: readonly Operation[]; individuals: Map<string, Shown>; named: (id: unknown) => string }

function withPeople(household: string, record: JsonFields, { ops, individuals, named }: People): JsonFields {
  const list = [...((record.primary_individuals as JsonFields[] | null | undefined) ?? [])]
  let touched = false
  const apply = (id: string, joins: boolean) => {
    const person = individuals.get(id)?.record
    if (!person) return
    const at = list.findIndex((one) => one.id === id)
    if (at < 0 && !(joins && person.is_primary)) return
    touched = true
    if (person.is_primary) list.splice(at < 0 ? list.length : at, 1, person)
    else list.splice(at, 1)
  }
  for (const op of ops) {
    if (op.resource === 'households' && op.action === 'create' && op.record_id === household) {
      const people = op.fields.primary_individuals
      for (const at of (Array.isArray(people) ? people : []).keys()) apply(localPrimaryId(household, at) ?? '', true)
    }
    if (op.resource !== 'individuals') continue
    const isCreate = op.action === 'create'
    const changes = isCreate ? op.fields.is_primary === true : naming.some((field) => field in op.fields)
    const theirs = named(isCreate ? op.parent_id : op.base?.household_id)
    if (changes && theirs === household) apply(named(op.record_id), isCreate || 'is_primary' in op.fields)
  }
  return touched ? { ...record, primary_individuals: list } : record
}

function latest(known: Known, ops: readonly Operation[]): Map<string, Shown> {
  const rows = begin(known.valuations)
  for (const op of ops) {
    if (op.resource !== 'valuations') continue
    const before = rows.get(op.parent_id ?? '')
    const date = String(op.fields.effective_date)
    if (before && date < String(before.record.effective_date)) continue
    const assets = op.fields.directly_held_assets as { value: number; display_name: string; asset_class_id: string }[]
    // Amounts here are whole numbers, so that doubles add them exactly.
    const sum = assets.reduce((total, { value }) => total + value, 0)
    const record: JsonFields = {
      id: op.record_id,
      created_at: op.saved_at,
      updated_at: op.saved_at,
      entity_id: op.parent_id,
      effective_date: date,
      directly_held_asset_value: sum,
      total_value: sum,
      directly_held_assets: assets.map(({ value, display_name, asset_class_id }, at) => ({
        id: `${op.record_id}_asset_${at}`,
        asset_class: { id: asset_class_id, display_name: asset_class_id },
        display_name,
        value,
      })),
    }
    rows.set(op.parent_id ?? '', { record, mark: 'created', attention: false })
  }
  for (const [entity, shown] of rows) {
    shown.attention = ops.some((op) => op.resource === 'valuations' && op.parent_id === entity && needsAttention(op))
  }
  return rows
}
