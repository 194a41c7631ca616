import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { linkObstacle, obstacleWords, otherSpouse } from '../../../shared/domain/estate-map/link-obstacle.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { namesOf } from '../../../shared/domain/estate-map/roles.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { EstateLink, EstateMap, EstateNode, EstateProposal, LinkOutcome } from '../../../shared/ipc/estate.ts'
import { useAsk } from '../../components/forms/use-ask.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { useApi, useConnection } from '../../lib/api.ts'

/** The people, entities and lines of a household. */
export const useEstate = (id: string) =>
  useQuery(useApi().estate.map.queryOptions({ input: { connectionId: useConnection().id, id } }))

/** The name of each person and entity, by its node. */
export const useNodeNames = (map: EstateMap): ((node: EstateNode) => string) => useMemo(() => namesOf(map), [map])

/** A failure has its own toast. */
const quiet = (done: Promise<unknown>) => void done.catch(() => {})

const sayDone = (title: string, onUndo: () => void) => toastUndo('estate-undo', { title }, onUndo)

/** A record, with its name where it is known. */
type Named = EstateNode & { name?: string | null }

type NewLink = Omit<ContractInputs['estate']['addLink'], 'connectionId' | 'household_id'>

/**
 * Asks before a link contradicts what is noted of a couple: the two are one by another word, or one of them is another's spouse. `ask`
 * resolves to the link to replace, if any; to null if the user goes back.
 *
 * @param moved - the id of the link itself, if it is stored and one of its ends moves
 */
export function useCoupleQuestion(
  link: Pick<NewLink, 'from' | 'to' | 'role'> | null,
  map: EstateMap | undefined,
  moved: string | null = null,
) {
  const others = map?.links.filter(({ id }) => id !== moved) ?? []
  const obstacle = link && linkObstacle(link, others)
  const couple = obstacle?.why === 'couple' ? obstacle.by : null
  const second = link && otherSpouse(link, others)
  const noted = (by: EstateLink | null) => (by && map ? obstacleWords({ why: 'noted', by }, by, namesOf(map)) : '')
  const bothHold = second ? `${noted(second)} Both can hold, such as after a death.` : ''
  const replace = `Replace ${couple?.role.toLowerCase()}`
  const { ask, dialog } = useAsk<{ replaced: EstateLink | null }>(
    couple
      ? {
          title: `${replace}?`,
          text: `${noted(couple)} The new relation takes its place. ${bothHold}`.trim(),
          answers: [{ answer: { replaced: couple }, label: replace }],
        }
      : {
          title: 'A second spouse?',
          text: bothHold,
          answers: [
            { answer: { replaced: null }, label: 'Save both' },
            { answer: { replaced: second }, label: 'Replace the first' },
          ],
        },
  )
  return { dialog, second, ask: async () => (couple || second ? ask() : { replaced: null }) }
}

type Move = { end: 'from' | 'to'; node: EstateNode; replaced: EstateLink | null }

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
  /** True if a link was written. Says why if another link is in its way, such as one from another window. */
  const isWritten = ({ refused }: LinkOutcome, title: string, ends: { from: Named; to: Named }) => {
    const map = queries.getQueryData(api.estate.map.queryKey({ input: { connectionId, id: householdId } }))
    // A page of one record has the names of its links only.
    const endOf = (node: EstateNode) => [ends.from, ends.to].find((end) => nodeKey(end) === nodeKey(node))
    const nameOf = map ? namesOf(map) : (node: EstateNode) => endOf(node)?.name ?? 'Another record'
    if (refused) notifications.show({ title, message: obstacleWords(refused, ends, nameOf), color: 'red' })
    return refused === null
  }
  const restore = async (link: { id: string; from: Named; to: Named }) => {
    const outcome = await setRemoved({ connectionId, id: link.id, removed: false })
    isWritten(outcome, 'Link not restored', link)
  }
  return {
    adding,
    /** @param replaced - the link that the new one takes the place of */
    add: (link: NewLink, onAdded?: () => void, replaced: EstateLink | null = null) =>
      void adding
        .mutateAsync({
          connectionId,
          household_id: householdId,
          ...link,
          ...(replaced ? { replaces: replaced.id } : {}),
        })
        .then(
          // The outcome is said wherever the user is by then.
          (outcome) => {
            if (!isWritten(outcome, 'Link not saved', link)) return
            const { id, is_new } = outcome
            const undo = async () => {
              await setRemoved({ connectionId, id, removed: true })
              if (replaced) await restore(replaced)
            }
            // This window does not take back a link that another window saved.
            if (is_new) sayDone('Link saved on this computer', () => quiet(undo()))
            else notifications.show({ message: 'This link was saved before.' })
            onAdded?.()
          },
          () => {},
        ),
    remove: (link: EstateLink) =>
      void setRemoved({ connectionId, id: link.id, removed: true }).then(
        () => sayDone('Link removed', () => quiet(restore(link))),
        () => {},
      ),
    /** @param replaced - the link that the moved one takes the place of */
    move(link: EstateLink, { end, node, replaced }: Move, onMoved: () => void) {
      const was = { resource: link[end].resource, id: link[end].id }
      const move = async (from: EstateNode, to: EstateNode, replaces: { replaces?: string }) => {
        const outcome = await setMoved({ connectionId, id: link.id, end, was: from, node: to, ...replaces })
        return isWritten(outcome, 'Role not moved', { ...link, [end]: to })
      }
      const undo = async () => {
        if ((await move(node, was, {})) && replaced) await restore(replaced)
      }
      void move(was, node, replaced ? { replaces: replaced.id } : {}).then(
        (isMoved) => {
          if (!isMoved) return
          sayDone('Role moved', () => quiet(undo()))
          onMoved()
        },
        () => {},
      )
    },
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
