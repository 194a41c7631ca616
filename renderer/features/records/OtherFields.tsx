import { FieldList } from '../../components/FieldList.tsx'
import { Section } from '../../components/Section.tsx'
import { RecordText } from '../../components/Values.tsx'

/** Fields of a record that the API description does not contain, as text: strings unchanged, other values as JSON. */
export function otherFields(
  record: Readonly<Record<string, unknown>>,
  known: readonly string[],
): { name: string; text: string }[] {
  return Object.entries(record)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => ({ name, text: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') }))
}

type Props = { record: Readonly<Record<string, unknown>>; known: readonly string[] }

/** Fields that the service sent beyond its API description, shown as text. */
export function OtherFields({ record, known }: Props) {
  const fields = otherFields(record, known)
  if (fields.length === 0) return null
  return (
    <Section title="Other fields from the service">
      <FieldList fields={fields.map(({ name, text }) => ({ label: name, value: <RecordText>{text}</RecordText> }))} />
    </Section>
  )
}
