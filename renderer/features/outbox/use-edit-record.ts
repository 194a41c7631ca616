import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type JsonFields, jsonFields, type Operation } from '../../../shared/domain/operation.ts'
import { draftKey, useDrafts } from '../../components/forms/drafts.ts'
import { useClient } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

const domains = {
  households: 'households',
  individuals: 'individuals',
  documents: 'documents',
  'document-summaries': 'documentSummaries',
} as const

/** Opens the edit form of a write's record, with all its pending changes; null if the connection is read-only. */
export function useEditRecord({ resource, record_id: id }: Operation): (() => void) | null {
  const client = useClient()
  const navigate = useNavigate()
  const { id: connectionId, read_only: readOnly } = useConnection()
  const { mutate } = useMutation({
    mutationFn: async (): Promise<JsonFields> => {
      const domain = resource in domains ? domains[resource as keyof typeof domains] : null
      if (domain === null) throw new Error('Such a record has no form.')
      const { record } = await client[domain].get({ connectionId, id })
      return jsonFields.parse(record)
    },
    onSuccess: (record) => {
      useDrafts.getState().begin(draftKey(connectionId, id), record)
      void navigate({ to: `/c/$connectionId/${resource}/$id`, params: { connectionId, id } })
    },
  })
  return readOnly ? null : () => mutate()
}
