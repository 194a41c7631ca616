import { sayValue } from '../../shared/domain/field-words.ts'
import { isLineField } from '../../shared/domain/merge.ts'
import type { Json } from '../../shared/domain/same.ts'
import { writtenFields } from '../../shared/records/resource-fields.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { useRecordName } from '../lib/record-name.ts'
import { LongText } from './LongText.tsx'
import { RecordLink } from './RecordLink.tsx'
import { Absent, RecordText } from './Values.tsx'

type Props = { field: string; value: Json }

function LinkedRecord({ resource, id }: { resource: Resource; id: string }) {
  const name = useRecordName(resource, id)
  return <RecordLink resource={resource} id={id} name={name} />
}

/** Any field's value in readable form: a related record by its name, a long text with its line breaks. */
export function FieldValue({ field, value }: Props) {
  const known = writtenFields.get(field)
  if (known?.kind === 'link' && typeof value === 'string' && value !== '')
    return <LinkedRecord resource={known.to} id={value} />
  const said = sayValue(field, value)
  if (said === null) return <Absent />
  return isLineField(field) ? <LongText text={said} /> : <RecordText>{said}</RecordText>
}
