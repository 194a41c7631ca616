import { useQuery } from '@tanstack/react-query'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { decidedByFirm } from '../../shared/domain/policy-permissions.ts'
import { notWhilePresenting } from '../../shared/domain/presenting.ts'
import type { ProcedurePath } from '../../shared/ipc/contract.ts'
import type { PendingWork } from '../../shared/ipc/records.ts'
import { isShownWhilePresenting } from '../../shared/ipc/shown-while-presenting.ts'
import { useApi, useConnection } from './api.ts'
import { usePresenting } from './presenting.ts'

const none: FirmPolicy = {}

function usePolicyState() {
  return useQuery(useApi().policy.get.queryOptions({ input: {} })).data
}

/** The firm's policy on this computer. The main process enforces it, whatever a page shows. */
export function usePolicy(): FirmPolicy {
  return usePolicyState()?.policy ?? none
}

/** Why a procedure cannot be called, in words: the firm forbids it, or something is presented. Null if it can. */
export function useForbidden(procedure: ProcedurePath): string | null {
  const setting = usePolicyState()?.forbidden[procedure]
  const presenting = usePresenting()
  if (setting !== undefined) return decidedByFirm[setting]
  return presenting !== null && !isShownWhilePresenting(procedure) ? notWhilePresenting : null
}

/** Why nothing can be written through the current connection; null if it can. */
export function useReadOnlyReason(): string | null {
  const forbidden = useForbidden('outbox.save')
  const { read_only: readOnly } = useConnection()
  if (forbidden !== null) return forbidden
  return readOnly ? 'This connection is read-only. You can change that in the connection menu, top left.' : null
}

type Editable = {
  record: Readonly<Record<string, unknown>>
  pending: PendingWork | null
}

/** Why a record cannot be changed now; null if it can. */
export function useEditReason({ record, pending }: Editable): string | null {
  const readOnly = useReadOnlyReason()
  if (readOnly !== null) return readOnly
  const { deleted_at: deletedAt } = record
  if (deletedAt) return 'This record was deleted in the service.'
  return pending?.mark === 'deleted' ? 'This record is being deleted. Undo that first.' : null
}
