import { authorUnsaid, documentSummaryFields } from '../../../shared/records/document-summary.ts'
import { namesWith } from '../../../shared/records/field.ts'
import type { Editing } from '../../components/forms/drafts.ts'
import { FieldInput, FieldInputs } from '../../components/forms/FieldInput.tsx'
import { Fields, FormNote } from '../../components/forms/FieldRow.tsx'
import { EditForm } from '../../components/forms/RecordForm.tsx'
import { useAsk } from '../../components/forms/use-ask.tsx'

const whoseText = {
  title: 'Is this text yours now?',
  text: 'It is marked as AI-generated, and you changed it. Mark it as user-entered to show that a person is responsible for it.',
  answers: [
    { answer: 'AI_AUTO', label: 'Leave it AI-generated' },
    { answer: 'USER', label: 'Mark as user-entered' },
  ],
} as const

const names = namesWith(documentSummaryFields, 'update')

/** Edits all four fields of a summary. */
export function SummaryForm({ editing }: { editing: Editing }) {
  const { ask, dialog } = useAsk<'AI_AUTO' | 'USER'>(whoseText)
  return (
    <>
      <EditForm
        resource="document-summaries"
        editing={editing}
        confirm={async (changed, { entry_mode: mode }) => {
          if (!authorUnsaid(changed, mode)) return changed
          const answer = await ask()
          if (answer === null) return null
          return answer === 'USER' ? { ...changed, entry_mode: 'USER' } : changed
        }}
      >
        <Fields>
          <FieldInputs fields={documentSummaryFields} names={names.filter((name) => name !== 'summary')} special={{}} />
          <FieldInput field={documentSummaryFields.summary} name="summary" rows={10} />
          <FormNote>The service cannot move a summary to another document.</FormNote>
        </Fields>
      </EditForm>
      {dialog}
    </>
  )
}
