import { useMutation } from '@tanstack/react-query'
import type { DatedRecord, EnteredDate, OwnDate } from '../../../shared/ipc/dates.ts'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { useApi, useConnection } from '../../lib/api.ts'

/** The record that a date is of, and its household. */
export type DateOwner = { record: DatedRecord; householdId: string }

/** The fact in a document that a date is added from. */
export type DateFact = { documentId: string; key: string }

const sayDone = (title: string, text: string, onUndo: () => void) => toastUndo('date-undo', { title, text }, onUndo)

const fieldsOf = ({ kind, title, date, every, until }: EnteredDate): EnteredDate => ({
  ...{ kind, title, date, every, until },
})

/** Changes to the user's own dates, each with Undo. They stay on this computer. */
export function useDateActions() {
  const api = useApi()
  const connectionId = useConnection().id
  const { mutateAsync: setRemoved } = useMutation(api.dates.setRemoved.mutationOptions())
  const { mutateAsync: restore } = useMutation(api.dates.change.mutationOptions())
  const inForm = { meta: { shown: true } } as const
  const adding = useMutation(api.dates.add.mutationOptions(inForm))
  const addingFact = useMutation(api.dates.addFromFact.mutationOptions(inForm))
  const changing = useMutation(api.dates.change.mutationOptions(inForm))
  // A failure of these has its own toast.
  const setRemovedOf = (id: string, removed: boolean) => setRemoved({ connectionId, id, removed }).catch(() => null)
  return {
    isPending: adding.isPending || addingFact.isPending || changing.isPending,
    error: adding.error ?? addingFact.error ?? changing.error,
    /** @param fact - the fact that says it, which is stored with its document and page */
    async add({ record, householdId }: DateOwner, fields: EnteredDate, fact: DateFact | null): Promise<void> {
      const input = { connectionId, record, household_id: householdId, fields }
      const { id } = fact
        ? await addingFact.mutateAsync({ ...input, document_id: fact.documentId, key: fact.key })
        : await adding.mutateAsync(input)
      sayDone('Date added', fields.title, () => void setRemovedOf(id, true))
    },
    async change(shown: OwnDate, fields: EnteredDate): Promise<void> {
      const was = fieldsOf(shown)
      await changing.mutateAsync({ connectionId, id: shown.id, was, fields })
      const back = { connectionId, id: shown.id, was: fields, fields: was }
      sayDone('Date changed', fields.title, () => void restore(back).catch(() => null))
    },
    async remove({ id, title }: OwnDate): Promise<void> {
      const done = await setRemovedOf(id, true)
      if (done !== null) sayDone('Date removed', title, () => void setRemovedOf(id, false))
    },
  }
}
