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

/** Saves amounts on this computer, with one Undo for all that was changed. */
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
  return useMutation({
    async mutationFn(changes: Changes) {
      await set(changes, 'next')
      const isRemoved = changes.firm?.next === null
      toastUndo('estate-amount-undo', { title: isRemoved ? 'Amount removed' : 'Saved on this computer' }, () => {
        // A failure has its own toast.
        set(changes, 'before').catch(() => {})
      })
    },
  })
}
