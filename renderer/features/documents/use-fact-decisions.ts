import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { obstacleWords } from '../../../shared/domain/estate-map/link-obstacle.ts'
import type { EstateNode } from '../../../shared/ipc/estate.ts'
import type { FoundFact } from '../../../shared/ipc/facts.ts'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { useApi, useConnection } from '../../lib/api.ts'

type Named = FoundFact['who'][number]

const nameOf =
  (fact: FoundFact) =>
  ({ resource, id }: EstateNode): string =>
    [...fact.who, ...(fact.about ? [fact.about] : [])].find((one) => one.resource === resource && one.id === id)
      ?.name ?? 'Another record'

/** The decisions about the facts of a document, each with Undo. */
export function useFactDecisions(documentId: string) {
  const api = useApi()
  const connectionId = useConnection().id
  const confirming = useMutation(api.facts.confirm.mutationOptions())
  const rejecting = useMutation(api.facts.reject.mutationOptions())
  const undoing = useMutation(api.facts.undo.mutationOptions())
  const of = ({ key }: FoundFact) => ({ connectionId, document_id: documentId, key })
  const nodeOf = (named: Named | null) => named && { resource: named.resource, id: named.id }
  // A failure has its own toast.
  const quiet = (done: () => Promise<unknown>) => {
    // A second press of a button, which keeps the focus, decides nothing.
    if (!confirming.isPending && !rejecting.isPending && !undoing.isPending) void done().catch(() => {})
  }
  const undo = (fact: FoundFact) => quiet(() => undoing.mutateAsync(of(fact)))
  return {
    undo,
    confirm: (fact: FoundFact, who: Named | null) =>
      quiet(() =>
        confirming
          .mutateAsync({ ...of(fact), who: nodeOf(who), about: nodeOf(fact.about) })
          .then(({ refused, is_new }) => {
            if (refused && who && fact.about) {
              const message = obstacleWords(refused, { from: who, to: fact.about }, nameOf(fact))
              notifications.show({ title: 'Not saved', message, color: 'red' })
            } else
              toastUndo(
                'fact-undo',
                { title: is_new ? 'Confirmed, saved on this computer' : 'This role was saved before' },
                () => undo(fact),
              )
          }),
      ),
    reject: (fact: FoundFact) =>
      quiet(() =>
        rejecting
          .mutateAsync(of(fact))
          .then(() => toastUndo('fact-undo', { title: 'Rejected, and remembered' }, () => undo(fact))),
      ),
  }
}

export type FactDecisions = ReturnType<typeof useFactDecisions>
