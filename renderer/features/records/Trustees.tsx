import { useQuery } from '@tanstack/react-query'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { useApi, useClient } from '../../lib/api.ts'
import { createBatchLoader } from '../../lib/batch-loader.ts'
import type { Client } from '../../lib/client/connect-client.ts'
import { useConnection } from '../../lib/connection.ts'

/** The most ids in one `estate.trustees` request. */
const most = 200

type Trustee = ContractOutputs['estate']['trustees']['entities'][number]['trustees'][number]
type Loader = (id: string) => Promise<Trustee[] | null>

/** Loaders by connection, shared by all rows of a client. */
const shared = new WeakMap<Client, Map<string, Loader>>()

function loaderOf(client: Client, connectionId: string): Loader {
  const loaders = shared.get(client) ?? new Map<string, Loader>()
  shared.set(client, loaders)
  const load =
    loaders.get(connectionId) ??
    createBatchLoader<Trustee[]>(most, async (entity_ids) => {
      const { entities } = await client.estate.trustees({ connectionId, entity_ids })
      return new Map(entities.map(({ id, trustees }) => [id, trustees]))
    })
  loaders.set(connectionId, load)
  return load
}

/** The trustees of an entity that the user noted, as a row of a list shows them; nothing if there are none. */
export function Trustees({ entityId }: { entityId: string }) {
  const api = useApi()
  const client = useClient()
  const connectionId = useConnection().id
  const { data } = useQuery({
    queryKey: [...api.estate.trustees.key(), 'of', connectionId, entityId],
    queryFn: () => loaderOf(client, connectionId)(entityId),
  })
  if (!data?.length) return <span className="visually-hidden">{data ? 'None' : ''}</span>
  return data.map(({ resource, id, name }, at) => (
    <span key={`${resource} ${id}`}>
      {at > 0 ? ', ' : null}
      <RecordLink resource={resource} id={id} name={name} />
    </span>
  ))
}
