import { useNavigate } from '@tanstack/react-router'
import type { IndividualRow } from '../../../shared/ipc/rows.ts'
import { ReasonedButton } from '../../components/forms/EditActions.tsx'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'
import type { Scope } from '../../lib/scope.ts'
import { peopleColumns, RelatedSection } from '../records/public.ts'

type Props = { rows: readonly IndividualRow[]; count: number; scope: Scope; householdId: string; reason: string | null }

/** The household's people, its primary clients first. */
export function People({ rows, count, scope, householdId, reason }: Props) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const add = () =>
    void navigate({ to: '/c/$connectionId/households/$id/individuals/new', params: { connectionId, id: householdId } })
  useCommand('individual.new', reason === null ? add : null)
  const ordered = rows.toSorted((left, right) => Number(right.is_primary) - Number(left.is_primary))
  return (
    <RelatedSection
      resource="individuals"
      title="People"
      columns={peopleColumns}
      rows={ordered}
      count={count}
      scope={scope}
      action={
        <ReasonedButton reason={reason} onClick={add}>
          New individual
        </ReasonedButton>
      }
    />
  )
}
