import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { draftKey, useDrafts } from './drafts.ts'

/**
 * Once a record created here has the service's id, replaces the id in the address and in its drafts.
 *
 * @param inside - the rest of the address, for a screen below the record's
 */
export function useServerId(resource: Resource, id: string, inside: string): void {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const { data } = useQuery({
    ...useApi().outbox.serverIdOf.queryOptions({ input: { connectionId, record_id: id } }),
    enabled: isLocalId(id),
  })
  const serverId = data?.server_id ?? null
  useEffect(() => {
    if (serverId === null || !isLocalId(id)) return
    const { rename } = useDrafts.getState()
    for (const what of ['', 'new:individuals/'])
      rename(draftKey(connectionId, what + id), draftKey(connectionId, what + serverId))
    void navigate({
      to: `/c/$connectionId/${resource}/$id${inside === '' ? '' : `/${inside}`}`,
      params: { connectionId, id: serverId },
      replace: true,
      ignoreBlocker: true,
    })
  }, [navigate, connectionId, resource, id, serverId, inside])
}
