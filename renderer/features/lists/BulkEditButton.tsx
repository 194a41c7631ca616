import { useNavigate } from '@tanstack/react-router'
import { bulkFields, maxBulk } from '../../../shared/domain/bulk-fields.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { BulkInput, BulkResource } from '../../../shared/ipc/bulk.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { countSelected, type RowSelection } from '../../components/data-grid/selection.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useReadOnlyReason } from '../../components/forms/use-editing.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import { useBulkTarget } from '../bulk/public.ts'
import type { ListState } from './use-list-state.ts'

type Props = {
  resource: BulkResource
  state: Pick<ListState, 'filters' | 'scope'>
  selection: RowSelection<unknown>
  total: number
}

/** Returns true if records of this kind support bulk editing. */
export const isBulkResource = (resource: Resource): resource is BulkResource => Object.hasOwn(bulkFields, resource)

/** The selected rows. */
function whichOf({ selection, state }: Props): BulkInput['which'] {
  const marked = [...selection.marked].sort(([, left], [, right]) => left.index - right.index).map(([id]) => id)
  if (!selection.all) return { ids: marked }
  return { list: { filters: [...state.filters], scope: state.scope, except: marked } }
}

/** Opens bulk editing for the selected rows: all of the filtered list only if all are selected. */
export function BulkEditButton(props: Props) {
  const { resource, selection, total } = props
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const readOnly = useReadOnlyReason()
  const choose = useBulkTarget((state) => state.choose)
  const count = countSelected(selection, total)
  const edit = (which: BulkInput['which'], rows: number) => {
    choose({ connectionId, resource, which, count: rows })
    void navigate({ to: '/c/$connectionId/bulk/$resource', params: { connectionId, resource } })
  }
  const reason =
    readOnly ??
    (count === 0 ? 'There are no rows to edit.' : null) ??
    (count > maxBulk || selection.marked.size > maxBulk
      ? `At most ${formatCount(maxBulk)} records can be edited at once: filter the list, or select fewer rows.`
      : null)
  const go = () => edit(whichOf(props), count)
  useCommand('list.edit', reason === null ? go : null)
  return (
    <ReasonedButton reason={reason} onClick={go}>
      {count < total ? `Edit ${formatCount(count)} selected…` : `Edit all ${formatCount(total)}…`}
    </ReasonedButton>
  )
}
