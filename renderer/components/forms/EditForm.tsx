import type { ReactNode } from 'react'
import type { z } from 'zod'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { clearableNames, type Fields, namesWith } from '../../../shared/records/field.ts'
import { resourceFields } from '../../../shared/records/resource-fields.ts'
import {
  documentSummaryUpdate,
  documentUpdate,
  householdUpdate,
  individualUpdate,
} from '../../../shared/service/writes.ts'
import { changesOf, countText, type FormValues, type Problems, valuesOf } from './form-values.ts'
import { RecordForm } from './RecordForm.tsx'
import { checkBody } from './schema-problems.ts'
import type { Editing } from './use-editing.ts'
import { useSave } from './use-save.ts'

/** The updates that the service accepts. */
const updates = {
  households: householdUpdate,
  individuals: individualUpdate,
  documents: documentUpdate,
  'document-summaries': documentSummaryUpdate,
} as const

type Updates = typeof updates
type Update<R extends keyof Updates> = z.output<Updates[R]>

type Props<R extends keyof Updates> = {
  resource: R
  editing: Editing
  /** Problems that the update's schema does not find, from the changed fields and all values. */
  problemsOf?: (changed: JsonFields, values: FormValues) => Problems
  /** Asks for confirmation before saving; null if the user cancelled. */
  confirm?: (changed: Update<R>, values: FormValues) => Promise<Update<R> | null>
  children: ReactNode
}

/** The form of a record that exists, with the fields that the service can change. Saves only those that were changed. */
export function EditForm<R extends keyof Updates>({ resource, editing, problemsOf, confirm, children }: Props<R>) {
  const save = useSave(editing.draft)
  const { base, draft, end } = editing
  if (base === null) return null
  const fields: Fields = resourceFields[resource]
  const schema: z.ZodType<unknown> = updates[resource]
  const initial = valuesOf(base, namesWith(fields, 'update'))
  return (
    <RecordForm<Update<R>>
      label={resourceNames[resource].one}
      draft={draft}
      initial={initial}
      check={(values) => {
        const { fields: changed, problems } = changesOf(initial, values as FormValues, clearableNames(fields))
        const further = problemsOf?.(changed, values as FormValues)
        return checkBody(schema as z.ZodType<Update<R>>, changed, { ...further, ...problems })
      }}
      {...(confirm ? { confirm: (changed, values) => confirm(changed, values as FormValues) } : {})}
      save={async (changed) => {
        const write = { action: 'update', resource, record_id: editing.id, fields: changed, base }
        // The fields were checked against this resource's schema.
        if (Object.keys(changed).length > 0) await save(write as Write)
        end()
      }}
      statusText={countText}
      editing={editing}
      onClose={end}
    >
      {children}
    </RecordForm>
  )
}
