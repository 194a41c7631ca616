import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { namesWith } from '../../../shared/records/field.ts'
import { householdFields } from '../../../shared/records/household.ts'
import type { Editing } from '../../components/forms/drafts.ts'
import { FieldInputs } from '../../components/forms/FieldInput.tsx'
import { Fields, FormNote } from '../../components/forms/FieldRow.tsx'
import { EditForm } from '../../components/forms/RecordForm.tsx'
import { OwnerField } from './OwnerField.tsx'

type Props = {
  detail: ContractOutputs['households']['get']
  editing: Editing
  /** Name of the field that has the focus first; default: the first one. */
  focused?: string | null
}

const names = namesWith(householdFields, 'update')

/** The edit form of a household, shown in place of its fields and notes. */
export function HouseholdForm({ detail, editing, focused = null }: Props) {
  return (
    <EditForm resource="households" editing={editing} focused={focused}>
      <Fields>
        <FieldInputs
          fields={householdFields}
          names={names}
          special={{
            primary_relationship_owner_id: <OwnerField chosen={detail.owner} />,
          }}
        />
        <FormNote>
          The service names the household itself. Its primary clients are changed on each person’s page.
        </FormNote>
      </Fields>
    </EditForm>
  )
}
