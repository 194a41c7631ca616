import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { type UndoOffer, useTellSaved } from '../../components/undo/use-undo.tsx'
import { useApi, useConnection } from '../../lib/api.ts'

export type RowChange = ContractInputs['intake']['change']['change']

/** How long a toast about a removal stays, in ms. */
const removedMs = 15_000

/** All rows of the tray, in the order they were dropped. */
export function useTrayRows() {
  const input = { connectionId: useConnection().id }
  return useQuery(useApi().intake.list.queryOptions({ input }))
}

const files = (count: number) => (count === 1 ? '1 file' : `${formatCount(count)} files`)
const documents = (count: number) => (count === 1 ? '1 document' : `${formatCount(count)} documents`)

/** Says that files were removed and cannot be restored. */
function sayDeleted(count: number): void {
  notifications.hide('tray-removed')
  notifications.show({
    id: 'tray-removed',
    title: `${files(count)} removed`,
    message: 'The disk is nearly full, so the space was freed at once. The original files are untouched.',
    autoClose: removedMs,
  })
}

/** The actions on rows. `changeRow` and `removeRow` stay the same, so that a row is drawn again only when it has changed. */
export function useTrayActions() {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const listKey = api.intake.list.queryKey({ input: { connectionId } })
  const onSettled = () => queries.invalidateQueries({ queryKey: listKey })
  const { mutate: restore } = useMutation(api.intake.restore.mutationOptions({ onSettled }))
  const { mutateAsync: remove } = useMutation(api.intake.remove.mutationOptions({ onSettled }))
  const { mutate: change } = useMutation(
    api.intake.change.mutationOptions({
      // Keeps the typed value on screen while it is being saved.
      async onMutate({ row_ids: ids, change: made }) {
        await queries.cancelQueries({ queryKey: listKey })
        queries.setQueryData(listKey, (list) => list && { rows: list.rows.map((row) => changed(row, ids, made)) })
      },
      onSettled,
    }),
  )
  const submit = useMutation(api.intake.submit.mutationOptions({ onSettled }))

  const tellSaved = useTellSaved()
  const saySubmitted = (saved: number, refused: number, offer: UndoOffer) => {
    if (saved > 0 && offer !== null) tellSaved(`${documents(saved)} saved to the outbox`, offer)
    else if (saved > 0) {
      notifications.show({
        id: 'tray-submitted',
        title: `${documents(saved)} saved to the outbox`,
        message: 'They are uploaded automatically when the service can be reached. Click to see progress.',
        style: { cursor: 'pointer' },
        onClick: () => {
          notifications.hide('tray-submitted')
          void navigate({ to: '/c/$connectionId/outbox', params: { connectionId } })
        },
      })
    }
    if (refused > 0) {
      notifications.show({
        title: `${files(refused)} not uploaded`,
        message: 'The reason is shown beside each of them.',
        color: 'yellow',
      })
    }
  }
  const changeRows = useCallback(
    (ids: readonly string[], made: RowChange) => {
      if (ids.length > 0) change({ connectionId, row_ids: [...ids], change: made })
    },
    [connectionId, change],
  )
  const removeRows = useCallback(
    (ids: readonly string[]) => {
      if (ids.length === 0) return
      const onSuccess = ({ restorable }: { restorable: boolean }) =>
        restorable
          ? toastUndo('tray-removed', { title: `${files(ids.length)} removed` }, () => restore({ connectionId }))
          : sayDeleted(ids.length)
      void remove({ connectionId, row_ids: [...ids] }).then(onSuccess, () => {})
    },
    [connectionId, remove, restore],
  )
  return {
    pending: submit.isPending,
    change: changeRows,
    remove: removeRows,
    changeRow: useCallback((id: string, made: RowChange) => changeRows([id], made), [changeRows]),
    removeRow: useCallback((id: string) => removeRows([id]), [removeRows]),
    // The number of saved and of refused files is said wherever the user is by then.
    submit: (ids: readonly string[]) =>
      void submit.mutateAsync({ connectionId, row_ids: [...ids] }).then(
        ({ saved, refused }) => {
          // They are one save, and undone as one.
          const offer = saved.find(({ undo }) => undo !== null)?.undo ?? null
          saySubmitted(saved.length, refused.length, offer)
        },
        () => {},
      ),
  }
}

export type TrayActions = ReturnType<typeof useTrayActions>

function changed(row: IntakeRow, ids: readonly string[], made: RowChange): IntakeRow {
  if (!ids.includes(row.id)) return row
  const { name = row.name, type = row.type, entity_id = row.entity_id, individual_id = row.individual_id } = made
  const isSet = (field: keyof RowChange) => made[field] !== undefined
  const { proposals, suggested } = row
  const own = {
    ...(isSet('type') ? { type: null } : {}),
    ...(isSet('entity_id') ? { entity_id: null } : {}),
    ...(isSet('individual_id') ? { individual_id: null } : {}),
  }
  const answered = {
    ...(isSet('date') ? { date: null } : {}),
    ...(isSet('household_id') ? { household_id: null } : {}),
  }
  return {
    ...row,
    ...{ name, type, entity_id, individual_id },
    proposals: { ...proposals, ...own, ...answered },
    suggested: { ...suggested, ...own },
  }
}
