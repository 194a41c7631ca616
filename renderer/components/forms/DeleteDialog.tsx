import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { resourceNames } from '../../../shared/domain/names.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { RecordText } from '../Values.tsx'
import { useDrafts } from './drafts.ts'
import classes from './forms.module.css'
import { baseOf } from './use-editing.ts'
import { useSave } from './use-save.ts'

type Props = {
  resource: 'households' | 'individuals' | 'documents'
  id: string
  title: string
  /** The record as the page shows it. */
  record: Readonly<Record<string, unknown>>
  /** Key of the edit in progress. */
  draft: string
  /** Further consequences to mention. */
  children?: string
  onClose: () => void
}

/** Asks before a record is deleted. The deletion is put into the outbox like every change, and can be undone until it is sent. */
export function DeleteDialog({ resource, id, title, record, draft, children, onClose }: Props) {
  // What is behind the dialog may change while it is open.
  const [base] = useState(() => baseOf(record))
  const save = useSave()
  const one = resourceNames[resource].one.toLowerCase()
  const remove = useMutation({
    mutationFn: () =>
      save({ action: 'delete', resource, record_id: id, base }, 'Deleted on this computer, not sent yet'),
    meta: { shown: true },
    onSuccess: () => {
      useDrafts.getState().end(draft)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete this ${one}?`}
      confirm="Delete"
      keep="Keep it"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <strong>
          <RecordText>{title}</RecordText>
        </strong>{' '}
        is marked as deleted in the service, which keeps its data. {children}
      </p>
      <p className={classes.next}>The deletion waits in the outbox, and can be undone there until it is sent.</p>
    </ConfirmDialog>
  )
}
