import { householdFields } from '../../../shared/records/household.ts'
import { RecordField } from '../../components/forms/RecordField.tsx'

/** Selects the relationship owner among the firm's users. */
export function OwnerField({ chosen }: { chosen: { id: string; name: string | null } | null }) {
  return (
    <RecordField
      name="primary_relationship_owner_id"
      label={householdFields.primary_relationship_owner_id.label}
      resource="users"
      chosen={chosen}
      required
    />
  )
}
