import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EstateAmount, OwnEstateAmount } from '../../../shared/ipc/estate.ts'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { amountsAreHidden } from '../../lib/amounts.ts'
import { useApi } from '../../lib/api.ts'
import { usePresenting } from '../../lib/presenting.ts'

/** The amounts that estates are compared with; undefined until they are read, and while amounts are hidden. */
export function useAmounts(connectionId: string, householdId: string | null) {
  // Drawn again when presenter mode begins, changes or ends.
  usePresenting()
  const isHidden = amountsAreHidden()
  const options = useApi().estate.amounts.queryOptions({ input: { connectionId, household_id: householdId } })
  const { data } = useQuery({ ...options, enabled: !isHidden })
  return isHidden ? undefined : data
}

type Change<Value> = { next: Value; before: Value }

/** The firm's amount, a household's own, or both. */
type Changes = {
  firm?: Change<EstateAmount | null>
  own?: Change<OwnEstateAmount | null> & { household_id: string }
}

/** An amount as text, whatever the order of its fields. */
const textOf = (amount: EstateAmount | OwnEstateAmount | null) =>
  JSON.stringify(amount, ['amount', 'usd', 'year', 'primaries', 'is_off'])

/** Saves amounts on this computer, with one Undo for all that was changed. What another window saved since then is not undone. */
export function useSaveAmounts(connectionId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const { mutateAsync: setFirm } = useMutation(api.estate.setFirmAmount.mutationOptions())
  const { mutateAsync: setOwn } = useMutation(api.estate.setOwnAmount.mutationOptions())
  const set = async ({ firm, own }: Changes, side: 'next' | 'before') => {
    try {
      if (firm) await setFirm({ connectionId, amount: firm[side] })
      if (own) await setOwn({ connectionId, household_id: own.household_id, own: own[side] })
    } finally {
      await queries.invalidateQueries({ queryKey: api.estate.amounts.key() })
    }
  }
  const undo = async (changes: Changes) => {
    const { firm, own } = changes
    const input = { connectionId, household_id: own?.household_id ?? null }
    const now = await queries.fetchQuery(api.estate.amounts.queryOptions({ input, staleTime: 0 }))
    const isAsSaved =
      (!firm || textOf(now.firm) === textOf(firm.next)) && (!own || textOf(now.own) === textOf(own.next))
    if (isAsSaved) return set(changes, 'before')
    notifications.show({
      title: 'Not undone',
      message: 'The amount was changed in another window since then.',
      color: 'red',
    })
  }
  return useMutation({
    async mutationFn(changes: Changes) {
      await set(changes, 'next')
      const isRemoved = changes.firm?.next === null
      toastUndo('estate-amount-undo', { title: isRemoved ? 'Amount removed' : 'Saved on this computer' }, () => {
        // A failure has its own toast.
        undo(changes).catch(() => {})
      })
    },
  })
}
