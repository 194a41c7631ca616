import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { namesWith } from '../../../shared/records/field.ts'
import { type DocumentSummaryUpdate, documentSummaryUpdate } from '../../../shared/service/writes.ts'
import { FieldInput, FieldInputs } from '../../components/forms/FieldInput.tsx'
import { Fields, FormNote } from '../../components/forms/FieldRow.tsx'
import { changesOf, countText, type FormValues, valuesOf } from '../../components/forms/form-values.ts'
import { RecordForm } from '../../components/forms/RecordForm.tsx'
import { checkBody } from '../../components/forms/schema-problems.ts'
import { useAsk } from '../../components/forms/use-ask.tsx'
import type { Editing } from '../../components/forms/use-editing.ts'
import { useSave } from '../../components/forms/use-save.ts'

/** True if the update changes an AI-generated text without setting `entry_mode`, so the user must be asked who its author is. */
export const authorUnsaid = (fields: DocumentSummaryUpdate, entryMode: unknown): boolean =>
  fields.summary !== undefined && fields.entry_mode === undefined && entryMode === 'AI_AUTO'

const whoseText = {
  title: 'Is this text yours now?',
  text: 'It is marked as AI-generated, and you changed it. Mark it as user-entered to show that a person is responsible for it.',
  answers: [
    { answer: 'AI_AUTO', label: 'Leave it AI-generated' },
    { answer: 'USER', label: 'Mark as user-entered' },
  ],
} as const

type Props = {
  detail: ContractOutputs['documentSummaries']['get']
  editing: Editing
  base: NonNullable<Editing['base']>
}

const names = namesWith(documentSummaryFields, 'update')

/** Edits all four fields of a summary. */
export function SummaryForm({ detail, editing, base }: Props) {
  const save = useSave(editing.draft)
  const { record } = detail
  const initial = valuesOf(base, names)
  const { ask, dialog } = useAsk<'AI_AUTO' | 'USER'>(whoseText)
  return (
    <>
      <RecordForm<DocumentSummaryUpdate>
        label="Summary"
        draft={editing.draft}
        initial={initial}
        check={(values) => {
          const { fields, problems } = changesOf(initial, values as FormValues)
          return checkBody(documentSummaryUpdate, fields, problems)
        }}
        confirm={async (fields, values) => {
          const { entry_mode: mode } = values as FormValues
          if (!authorUnsaid(fields, mode)) return fields
          const answer = await ask()
          if (answer === null) return null
          return answer === 'USER' ? { ...fields, entry_mode: 'USER' } : fields
        }}
        save={async (fields) => {
          if (Object.keys(fields).length > 0)
            await save({ action: 'update', resource: 'document-summaries', record_id: record.id, fields, base })
          editing.end()
        }}
        said={countText}
        editing={editing}
        onClose={editing.end}
      >
        <Fields>
          <FieldInputs fields={documentSummaryFields} names={names.filter((name) => name !== 'summary')} special={{}} />
          <FieldInput field={documentSummaryFields.summary} name="summary" rows={10} />
          <FormNote>The service cannot move a summary to another document.</FormNote>
        </Fields>
      </RecordForm>
      {dialog}
    </>
  )
}
