import { documentTypeNames } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { type DocumentUpdate, documentUpdate } from '../../../shared/service/writes.ts'
import { cannotChange } from '../../components/FieldList.tsx'
import { AnswerField, ChoiceField } from '../../components/forms/ChoiceField.tsx'
import { Fields, FixedField } from '../../components/forms/FieldRow.tsx'
import { changesOf, countText, type FormValues, valuesOf } from '../../components/forms/form-values.ts'
import { RecordField } from '../../components/forms/RecordField.tsx'
import { RecordForm } from '../../components/forms/RecordForm.tsx'
import { checkBody } from '../../components/forms/schema-problems.ts'
import { TextField } from '../../components/forms/TextField.tsx'
import type { Editing } from '../../components/forms/use-editing.ts'
import { useSave } from '../../components/forms/use-save.ts'
import { RecordLink } from '../../components/RecordLink.tsx'

type Props = { detail: ContractOutputs['documents']['get']; editing: Editing; base: NonNullable<Editing['base']> }

const names = Object.keys(documentUpdate.shape)

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
        const { fields, problems } = changesOf(initial, values as FormValues)
        return checkBody(documentUpdate, fields, problems)
      }}
      save={async (fields) => {
        if (Object.keys(fields).length > 0)
          await save({ action: 'update', resource: 'documents', record_id: record.id, fields, base })
        editing.end()
      }}
      said={countText}
      overtaken={editing.overtaken}
      onClose={editing.end}
    >
      <Fields>
        <TextField name="name" label="Name" required />
        <ChoiceField name="type" label="Type" names={documentTypeNames} required />
        <RecordField name="entity_id" label="Entity" resource="entities" chosen={entity} householdId={household.id} />
        <RecordField
          name="individual_id"
          label="Individual"
          resource="individuals"
          chosen={individual}
          householdId={household.id}
        />
        <AnswerField name="enable_ai_suggestions" label="Used for AI suggestions" />
        <FixedField label="Household" reason={cannotChange}>
          <RecordLink resource="households" id={household.id} name={household.name} />
        </FixedField>
        <FixedField label="File" reason="The service cannot replace the file of a document.">
          As it was uploaded
        </FixedField>
      </Fields>
    </RecordForm>
  )
}
