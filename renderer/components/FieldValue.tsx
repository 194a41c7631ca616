import { sayValue } from '../../shared/domain/field-words.ts'
import { isLineField } from '../../shared/domain/merge.ts'
import { concealTexts, hiddenAmount } from '../../shared/domain/presenting.ts'
import type { Json } from '../../shared/lib/json.ts'
import { describedFields, moneyColumns } from '../../shared/records/resource-fields.ts'
import type { Resource } from '../../shared/service/resource.ts'
import { amountsAreHidden } from '../lib/amounts.ts'
import { presentingNow } from '../lib/presenting.ts'
import { useRecordName } from '../lib/record-name.ts'
import { LongText } from './LongText.tsx'
import { RecordLink } from './RecordLink.tsx'
import { Absent, RecordText } from './Values.tsx'

type Props = { field: string; value: Json }

function LinkedRecord({ resource, id }: { resource: Resource; id: string }) {
  const name = useRecordName(resource, id)
  return <RecordLink resource={resource} id={id} name={name} />
}

/** Fields that contain amounts. */
const hasAmounts = (field: string) => moneyColumns.has(field) || field === 'directly_held_assets' || field === 'value'

function sayForScreen(field: string, value: Json): string | null {
  if (presentingNow() === null) return sayValue(field, value)
  if (amountsAreHidden() && hasAmounts(field) && sayValue(field, value) !== null) return hiddenAmount
  return sayValue(field, concealTexts({ [field]: value })[field] ?? null)
}

/** Any field's value in readable form: a related record by its name, a long text with its line breaks. */
export function FieldValue({ field, value }: Props) {
  const known = describedFields.get(field)
  if (known?.kind === 'link' && typeof value === 'string' && value !== '')
    return <LinkedRecord resource={known.to} id={value} />
  const said = sayForScreen(field, value)
  if (said === null) return <Absent />
  return isLineField(field) ? <LongText text={said} /> : <RecordText>{said}</RecordText>
}
