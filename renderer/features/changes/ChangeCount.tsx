import { useQuery } from '@tanstack/react-query'
import { mostUnseen } from '../../../shared/domain/changes.ts'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import { createRowLoader } from '../../lib/batch-loader.ts'
import type { Client } from '../../lib/client/connect-client.ts'
import { sayCount } from './change-words.ts'
import classes from './changes.module.css'

const countUnseen = createRowLoader(200, async (client: Pick<Client, 'changes'>, connectionId, household_ids) => {
  const { counts } = await client.changes.counts({ connectionId, household_ids })
  return new Map(counts.map(({ id, unseen }) => [id, unseen]))
})

/** The number of changes in a household since the user last looked, as a row of a list shows it; nothing if there are none. */
export function ChangeCount({ householdId }: { householdId: string }) {
  const api = useApi()
  const client = useClient()
  const connectionId = useConnection().id
  const { data } = useQuery({
    queryKey: [...api.changes.counts.key(), 'of', connectionId, householdId],
    queryFn: () => countUnseen(client, connectionId, householdId),
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
