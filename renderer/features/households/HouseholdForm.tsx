import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { clearableNames, namesWith } from '../../../shared/records/field.ts'
import { householdFields } from '../../../shared/records/household.ts'
import { type HouseholdUpdate, householdUpdate } from '../../../shared/service/writes.ts'
import { FieldInputs } from '../../components/forms/FieldInput.tsx'
import { Fields, FormNote } from '../../components/forms/FieldRow.tsx'
import { changesOf, countText, type FormValues, valuesOf } from '../../components/forms/form-values.ts'
import { RecordForm } from '../../components/forms/RecordForm.tsx'
import { checkBody } from '../../components/forms/schema-problems.ts'
import type { Editing } from '../../components/forms/use-editing.ts'
import { useSave } from '../../components/forms/use-save.ts'
import { OwnerField } from './OwnerField.tsx'

type Props = { detail: ContractOutputs['households']['get']; editing: Editing; base: NonNullable<Editing['base']> }

const names = namesWith(householdFields, 'update')
const clearable = clearableNames(householdFields)

/** The edit form of a household, shown in place of its fields and notes. */
export function HouseholdForm({ detail, editing, base }: Props) {
  const save = useSave(editing.draft)
  const initial = valuesOf(base, names)
  return (
    <RecordForm<HouseholdUpdate>
      label="Household"
      draft={editing.draft}
      initial={initial}
      check={(values) => {
        const { fields, problems } = changesOf(initial, values as FormValues, clearable)
        return checkBody(householdUpdate, fields, problems)
      }}
      save={async (fields) => {
        if (Object.keys(fields).length > 0)
          await save({ action: 'update', resource: 'households', record_id: detail.record.id, fields, base })
        editing.end()
      }}
      said={countText}
      editing={editing}
      onClose={editing.end}
    >
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
    </RecordForm>
  )
}
