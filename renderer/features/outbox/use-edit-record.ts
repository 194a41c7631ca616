import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type JsonFields, jsonFields, type Operation } from '../../../shared/domain/operation.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { domainOf } from '../../../shared/service/resource.ts'
import { draftKey, useDrafts } from '../../components/forms/drafts.ts'
import { useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

type Editable = Extract<Write, { action: 'update' }>['resource']

/** Entities cannot be edited, and valuations can only be added. */
const isEditable = (resource: Operation['resource']): resource is Editable =>
  resource !== 'entities' && resource !== 'valuations'

/** Opens the edit form of a write's record, with all its pending changes; null if the connection is read-only. */
export function useEditRecord({ resource, record_id: id }: Operation): (() => void) | null {
  const client = useClient()
  const navigate = useNavigate()
  const { id: connectionId, read_only: readOnly } = useConnection()
  const { mutate } = useMutation({
    mutationFn: async (): Promise<JsonFields> => {
      if (!isEditable(resource)) throw new Error('Such a record has no form.')
      const { record } = await client[domainOf(resource)].get({ connectionId, id })
      return jsonFields.parse(record)
    },
    onSuccess: (record) => {
      useDrafts.getState().begin(draftKey(connectionId, id), record)
      void navigate({ to: `/c/$connectionId/${resource}/$id`, params: { connectionId, id } })
    },
  })
  return readOnly ? null : () => mutate()
}
