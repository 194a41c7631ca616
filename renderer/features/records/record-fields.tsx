import type { ReactNode } from 'react'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { Fields, NamesOf, Field as RecordField } from '../../../shared/records/field.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { CalendarDate, Moment } from '../../components/Dates.tsx'
import { cannotChange, type Field } from '../../components/FieldList.tsx'
import { Absent, EnumName, RecordId, RecordText, YesNo } from '../../components/Values.tsx'

/** A value of a record, by the kind of its field. */
function shownValue(field: RecordField, value: unknown) {
  if (typeof value === 'boolean') return <YesNo value={value} />
  if (typeof value !== 'string') return <Absent />
  if (value === '' && !field.required) return <Absent />
  if (field.kind === 'choice') return <EnumName names={field.choices} value={value} />
  if (field.kind === 'date') return <CalendarDate date={value} />
  return <RecordText>{value}</RecordText>
}

type Shown<F extends Fields, Name extends keyof F> = {
  fields: F
  names: readonly Name[]
  record: Readonly<Partial<Record<Name, unknown>>>
  /** Values that replace the default ones. A link always needs one, with the name of its record. */
  special: Readonly<Record<Extract<Name, NamesOf<F, 'link'>>, ReactNode>> & Readonly<Partial<Record<Name, ReactNode>>>
}

/** Fields of a record in this order, by their labels; those that the service has no way to change are marked. */
export function recordFields<F extends Fields, Name extends keyof F & string>(shown: Shown<F, Name>): Field[] {
  const { fields, names, record, special } = shown
  return names.flatMap((name) => {
    const field = fields[name]
    if (!field) return []
    const value = Object.hasOwn(special, name) ? special[name] : shownValue(field, record[name])
    // Parts are changed as records of their own.
    const isFixed = field.update === undefined && field.kind !== 'parts'
    return [{ label: field.label, value, ...(isFixed ? { fixed: cannotChange } : {}) }]
  })
}

type Common = { id: string; created_at: string; updated_at: string; deleted_at?: string | null | undefined }

/** The fields common to all records, shown last. */
export function commonFields(record: Common, resource: Resource): Field[] {
  const of = resourceNames[resource].one.toLowerCase()
  const fields: Field[] = [
    { label: 'Created', value: <Moment at={record.created_at} />, fixed: cannotChange },
    { label: 'Updated', value: <Moment at={record.updated_at} />, fixed: cannotChange },
    { label: 'ID', value: <RecordId id={record.id} of={of} />, fixed: cannotChange },
  ]
  if (record.deleted_at)
    fields.unshift({ label: 'Deleted', value: <Moment at={record.deleted_at} />, fixed: cannotChange })
  return fields
}
