import { useQuery } from '@tanstack/react-query'
import { RecordLink } from '../../components/RecordLink.tsx'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import { createRowLoader } from '../../lib/batch-loader.ts'
import type { Client } from '../../lib/client/connect-client.ts'

const trusteesOf = createRowLoader(200, async (client: Pick<Client, 'estate'>, connectionId, entity_ids) => {
  const { entities } = await client.estate.trustees({ connectionId, entity_ids })
  return new Map(entities.map(({ id, trustees }) => [id, trustees]))
})

/** The trustees of an entity that the user noted, as a row of a list shows them; nothing if there are none. */
export function Trustees({ entityId }: { entityId: string }) {
  const api = useApi()
  const client = useClient()
  const connectionId = useConnection().id
  const { data } = useQuery({
    queryKey: [...api.estate.trustees.key(), 'of', connectionId, entityId],
    queryFn: () => trusteesOf(client, connectionId, entityId),
  })
  if (!data?.length) return <span className="visually-hidden">{data ? 'None' : ''}</span>
  return data.map(({ resource, id, name }, at) => (
    <span key={`${resource} ${id}`}>
      {at > 0 ? ', ' : null}
      <RecordLink resource={resource} id={id} name={name} />
    </span>
  ))
}
