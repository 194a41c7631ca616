import { Moment } from '../../components/Dates.tsx'
import { cannotChange, type Field } from '../../components/FieldList.tsx'
import { RecordId } from '../../components/Values.tsx'

type Common = { id: string; created_at: string; updated_at: string; deleted_at?: string | null | undefined }

/** The fields common to all records, shown last. */
export function commonFields(record: Common, of: string): Field[] {
  const fields: Field[] = [
    { label: 'Created', value: <Moment at={record.created_at} />, fixed: cannotChange },
    { label: 'Updated', value: <Moment at={record.updated_at} />, fixed: cannotChange },
    { label: 'ID', value: <RecordId id={record.id} of={of} />, fixed: cannotChange },
  ]
  if (record.deleted_at)
    fields.unshift({ label: 'Deleted', value: <Moment at={record.deleted_at} />, fixed: cannotChange })
  return fields
}
