import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { documentFields } from '../../../shared/records/document.ts'
import { clearableNames, namesWith } from '../../../shared/records/field.ts'
import { type DocumentUpdate, documentUpdate } from '../../../shared/service/writes.ts'
import { FieldInputs } from '../../components/forms/FieldInput.tsx'
import { Fields, FormNote } from '../../components/forms/FieldRow.tsx'
import { changesOf, countText, type FormValues, valuesOf } from '../../components/forms/form-values.ts'
import { RecordField } from '../../components/forms/RecordField.tsx'
import { RecordForm } from '../../components/forms/RecordForm.tsx'
import { checkBody } from '../../components/forms/schema-problems.ts'
import type { Editing } from '../../components/forms/use-editing.ts'
import { useSave } from '../../components/forms/use-save.ts'

type Props = { detail: ContractOutputs['documents']['get']; editing: Editing; base: NonNullable<Editing['base']> }

const names = namesWith(documentFields, 'update')
const clearable = clearableNames(documentFields)

/** Edits a document's fields. Its file does not change. */
export function DocumentForm({ detail, editing, base }: Props) {
  const save = useSave(editing.draft)
  const { record, household, entity, individual } = detail
  const initial = valuesOf(base, names)
  return (
    <RecordForm<DocumentUpdate>
      label="Document"
      draft={editing.draft}
      initial={initial}
      check={(values) => {
        const { fields, problems } = changesOf(initial, values as FormValues, clearable)
        return checkBody(documentUpdate, fields, problems)
      }}
      save={async (fields) => {
        if (Object.keys(fields).length > 0)
          await save({ action: 'update', resource: 'documents', record_id: record.id, fields, base })
        editing.end()
      }}
      said={countText}
      editing={editing}
      onClose={editing.end}
    >
      <Fields>
        <FieldInputs
          fields={documentFields}
          names={names}
          special={{
            entity_id: (
              <RecordField
                name="entity_id"
                label={documentFields.entity_id.label}
                resource="entities"
                chosen={entity}
                householdId={household.id}
                clearable
              />
            ),
            individual_id: (
              <RecordField
                name="individual_id"
                label={documentFields.individual_id.label}
                resource="individuals"
                chosen={individual}
                householdId={household.id}
                clearable
              />
            ),
          }}
        />
        <FormNote>The service cannot move a document to another household, nor replace its file.</FormNote>
      </Fields>
    </RecordForm>
  )
}
