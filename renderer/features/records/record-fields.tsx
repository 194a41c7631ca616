import type { ReactNode } from 'react'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { Fields, NamesOf, Field as RecordField } from '../../../shared/records/field.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { type Field, FieldList } from '../../components/FieldList.tsx'
import { Section } from '../../components/Section.tsx'
import { CalendarDate, EnumName, Moment, RecordId, RecordText, YesNo } from '../../components/Values.tsx'
import { usePresenting } from '../../lib/presenting.ts'
import classes from './records.module.css'

/** Fields of a record that the API description does not contain, as text: strings unchanged, other values as JSON. */
function otherFields(
  record: Readonly<Record<string, unknown>>,
  known: readonly string[],
): { name: string; text: string }[] {
  return Object.entries(record)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => ({ name, text: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }))
}

type Props = { record: Readonly<Record<string, unknown>>; known: readonly string[] }

/** Fields that the service sent beyond its API description, shown as text. */
function OtherFields({ record, known }: Props) {
  const fields = otherFields(record, known)
  if (fields.length === 0) return null
  return (
    <Section title="Other fields from the service">
      <FieldList fields={fields.map(({ name, text }) => ({ label: name, value: <RecordText>{text}</RecordText> }))} />
    </Section>
  )
}

/** A value of a record, by the kind of its field; null if there is none. */
function shownValue(field: RecordField, value: unknown) {
  if (typeof value === 'boolean') return <YesNo value={value} />
  if (typeof value !== 'string' || value === '') return null
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

/** Fields of a record in this order, by their labels. A field without a value is left out by `FieldList`. */
export function recordFields<F extends Fields, Name extends keyof F & string>(shown: Shown<F, Name>): Field[] {
  const { fields, names, record, special } = shown
  return names.flatMap((name) => {
    const field = fields[name]
    if (!field) return []
    const value = Object.hasOwn(special, name) ? special[name] : shownValue(field, record[name])
    return [{ label: field.label, value }]
  })
}

type Common = { id: string; created_at: string; updated_at: string; deleted_at?: string | null | undefined }

/** The closed last part of every record's page: ids, times and fields that only a system needs. */
export function RecordDetails({
  record,
  resource,
  fields = [],
}: {
  record: Common & Readonly<Record<string, unknown>>
  resource: Resource
  fields?: readonly Field[]
}) {
  const isClientView = usePresenting() !== null
  const of = resourceNames[resource].one.toLowerCase()
  if (isClientView) return null
  return (
    <details className={classes.details} id="details">
      <summary>Details</summary>
      <FieldList
        fields={[
          ...fields,
          { label: 'Deleted', value: record.deleted_at ? <Moment at={record.deleted_at} /> : null },
          { label: 'Created', value: <Moment at={record.created_at} /> },
          { label: 'Updated', value: <Moment at={record.updated_at} /> },
          { label: 'ID', value: <RecordId id={record.id} of={of} /> },
        ]}
      />
      <OtherFields record={record} known={Object.keys(recordSchemas[resource].shape)} />
    </details>
  )
}
