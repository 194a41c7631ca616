import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import type { Client } from '../../lib/client/connect-client.ts'
import { type FileMark, loadFileMark } from './load-file-marks.ts'

type Thumbnails = ReturnType<typeof import('./preview/thumbnail.ts')['createThumbnails']>

/** Thumbnail queues, shared by all rows of all lists of a client. */
const making = new WeakMap<Client, Promise<Thumbnails>>()

/** Makes the thumbnail of a downloaded file if there is none yet. Resolves to true if one was added. */
async function makePicture(
  client: Client,
  asked: { connectionId: string; id: string; mark: FileMark },
): Promise<boolean> {
  const queue =
    making.get(client) ?? import('./preview/thumbnail.ts').then(({ createThumbnails }) => createThumbnails(client))
  making.set(client, queue)
  const { connectionId, id, mark } = asked
  return mark ? (await queue)({ connectionId, id, held: mark.held }) : false
}

const drawn: readonly string[] = ['pdf', 'image']

/** A document's file and thumbnail if it is on this computer; null if it is not or while that is unknown. */
export function useFileMark(id: string): FileMark {
  const api = useApi()
  const client = useClient()
  const queries = useQueryClient()
  const connectionId = useConnection().id
  const { queryKey } = api.files.heldOf.queryOptions({ input: { connectionId, ids: [id] } })
  const markKey = [...queryKey, 'mark']
  const { data: mark = null } = useQuery({
    queryKey: markKey,
    queryFn: () => loadFileMark(client, connectionId, id),
    enabled: !isLocalId(id),
  })
  const missing = mark !== null && mark.png === null && drawn.includes(mark.held.preview) ? mark.held.sha256 : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per content
  useEffect(() => {
    if (missing === null) return
    makePicture(client, { connectionId, id, mark }).then(
      (made) => (made ? queries.invalidateQueries({ queryKey: markKey }) : undefined),
      // A file without a thumbnail is shown without one.
      () => undefined,
    )
  }, [missing, id, connectionId])
  return mark
}
