import { useQuery } from '@tanstack/react-query'
import { mostUnseen } from '../../../shared/domain/changes.ts'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import { useApi, useClient } from '../../lib/api.ts'
import { createBatchLoader } from '../../lib/batch-loader.ts'
import type { Client } from '../../lib/client/connect-client.ts'
import { useConnection } from '../../lib/connection.ts'
import { sayCount } from './change-words.ts'
import classes from './changes.module.css'

/** Maximum number of ids in one `changes.counts` request. */
const most = 200

type Loader = (id: string) => Promise<number | null>

/** Loaders by connection, shared by all rows of a client. */
const shared = new WeakMap<Client, Map<string, Loader>>()

function loaderOf(client: Client, connectionId: string): Loader {
  const loaders = shared.get(client) ?? new Map<string, Loader>()
  shared.set(client, loaders)
  const load =
    loaders.get(connectionId) ??
    createBatchLoader<number>(most, async (household_ids) => {
      const { counts } = await client.changes.counts({ connectionId, household_ids })
      return new Map(counts.map(({ id, unseen }) => [id, unseen]))
    })
  loaders.set(connectionId, load)
  return load
}

/** The number of changes in a household since the user last looked, as a row of a list shows it; nothing if there are none. */
export function ChangeCount({ householdId }: { householdId: string }) {
  const api = useApi()
  const client = useClient()
  const connectionId = useConnection().id
  const { data } = useQuery({
    queryKey: [...api.changes.counts.key(), 'of', connectionId, householdId],
    queryFn: () => loaderOf(client, connectionId)(householdId),
    enabled: !isLocalId(householdId),
  })
  // An empty cell would be shown as a value that is not known.
  if (!data) return <span className="visually-hidden">{data === 0 ? 'None' : ''}</span>
  return (
    <span className={classes.count} title={`${sayCount(data)} since you last looked`}>
      <span aria-hidden="true">{data >= mostUnseen ? `${mostUnseen - 1}+` : data}</span>
      <span className="visually-hidden">{sayCount(data)} since you last looked</span>
    </span>
  )
}
