import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'

/** One line about each record that may be of the same person; nothing if there is none, or while a household is presented. */
export function DoublesOf({ id }: { id: string }) {
  const connectionId = useConnection().id
  const isHidden = useForbidden('doubles.list') !== null
  const input = { connectionId, of: { resource: 'individuals' as const, id }, limit: 5 }
  const pairs =
    useQuery({ ...useApi().doubles.list.queryOptions({ input }), enabled: !isHidden }).data?.people.pairs ?? []
  if (isHidden) return null
  return pairs.map(({ one, other }) => (
    <p key={`${one.id} ${other.id}`} className="note">
      May be recorded twice, also in {(one.id === id ? other : one).household?.name ?? 'another household'}.{' '}
      <Link to="/c/$connectionId/doubles/$oneId/$otherId" params={{ connectionId, oneId: one.id, otherId: other.id }}>
        Compare and merge
      </Link>
    </p>
  ))
}
