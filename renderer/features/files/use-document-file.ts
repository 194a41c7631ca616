import { useQuery } from '@tanstack/react-query'
import { isLocalId } from '../../../shared/domain/operation-rules.ts'
import type { FileRef } from '../../../shared/ipc/files.ts'
import type { PendingWork } from '../../../shared/ipc/records.ts'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

type Document = { record: { id: string }; pending: PendingWork | null }

/** A document's file: at the service, or staged here until it is uploaded. Null until that is known. */
export function useDocumentFile({ record, pending }: Document): FileRef | null {
  const connectionId = useConnection().id
  const local = isLocalId(record.id)
  const creation = pending?.operations[0] ?? ''
  const { data } = useQuery({
    ...useApi().outbox.get.queryOptions({ input: { connectionId, id: creation } }),
    enabled: local && creation !== '',
  })
  if (!local) return { kind: 'document', id: record.id }
  const staged = data?.operation.file?.staged_id
  return staged === undefined ? null : { kind: 'staged', id: staged }
}
