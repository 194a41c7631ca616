import { FieldList } from '../../components/FieldList.tsx'
import { Section } from '../../components/Section.tsx'
import { RecordText } from '../../components/Values.tsx'
import { otherFields } from '../../lib/other-fields.ts'

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
