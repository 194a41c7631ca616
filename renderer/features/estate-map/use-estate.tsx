import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { namesOf } from '../../../shared/domain/estate-map/roles.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { EstateLink, EstateMap, EstateNode, EstateProposal } from '../../../shared/ipc/estate.ts'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

/** The people, entities and lines of a household. */
export const useEstate = (id: string) =>
  useQuery(useApi().estate.map.queryOptions({ input: { connectionId: useConnection().id, id } }))

/** The name of each person and entity, by its node. */
export const useNodeNames = (map: EstateMap): ((node: EstateNode) => string) => useMemo(() => namesOf(map), [map])

/** A failure has its own toast. */
const quiet = (done: Promise<unknown>) => void done.catch(() => {})

const sayDone = (title: string, onUndo: () => void) => toastUndo('estate-undo', { title }, onUndo)

type NewLink = Omit<ContractInputs['estate']['addLink'], 'connectionId' | 'household_id'>

/** Changes to the user's own links in a household, each with Undo. They stay on this computer. */
export function useEstateActions(householdId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const onSettled = () => queries.invalidateQueries({ queryKey: api.estate.key() })
  const { mutateAsync: setRemoved } = useMutation(api.estate.setLinkRemoved.mutationOptions({ onSettled }))
  const { mutateAsync: setMoved } = useMutation(api.estate.moveLink.mutationOptions({ onSettled }))
  const { mutateAsync: setRejected } = useMutation(api.estate.setRejected.mutationOptions({ onSettled }))
  const adding = useMutation(api.estate.addLink.mutationOptions({ onSettled }))
  return {
    adding,
    // The outcome is said wherever the user is by then.
    add: (link: NewLink, onAdded?: () => void) =>
      void adding.mutateAsync({ connectionId, household_id: householdId, ...link }).then(
        ({ id }) => {
          sayDone('Link saved on this computer', () => quiet(setRemoved({ connectionId, id, removed: true })))
          onAdded?.()
        },
        () => {},
      ),
    remove: (id: string) =>
      void setRemoved({ connectionId, id, removed: true }).then(
        () => sayDone('Link removed', () => quiet(setRemoved({ connectionId, id, removed: false }))),
        () => {},
      ),
    move: (link: EstateLink, end: 'from' | 'to', node: EstateNode, onMoved: () => void) =>
      void setMoved({ connectionId, id: link.id, end, node }).then(
        () => {
          const { resource, id } = link[end]
          sayDone('Role moved', () => quiet(setMoved({ connectionId, id: link.id, end, node: { resource, id } })))
          onMoved()
        },
        () => {},
      ),
    reject({ from, to, role, evidence }: EstateProposal) {
      const rejection = {
        connectionId,
        from,
        to,
        role,
        evidence: evidence.map(({ kind, source }) => ({ kind, source })),
      }
      void setRejected({ ...rejection, rejected: true }).then(
        () => sayDone('Proposal rejected', () => quiet(setRejected({ ...rejection, rejected: false }))),
        () => {},
      )
    },
  }
}
