import { otherFields } from '../lib/other-fields.ts'
import { FieldList } from './FieldList.tsx'
import { Section } from './Section.tsx'
import { RecordText } from './Values.tsx'

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
