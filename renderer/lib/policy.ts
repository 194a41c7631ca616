import { useQuery } from '@tanstack/react-query'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { decidedByFirm } from '../../shared/domain/policy-permissions.ts'
import type { ProcedurePath } from '../../shared/ipc/contract.ts'
import { useApi } from './api.ts'

const none: FirmPolicy = {}

function usePolicyState() {
  return useQuery(useApi().policy.get.queryOptions({ input: {} })).data
}

/** The firm's policy on this computer. The main process enforces it, whatever a page shows. */
export function usePolicy(): FirmPolicy {
  return usePolicyState()?.policy ?? none
}

/** Why the firm forbids a procedure, in words; null if it is allowed. */
export function useForbidden(procedure: ProcedurePath): string | null {
  const setting = usePolicyState()?.forbidden[procedure]
  return setting === undefined ? null : decidedByFirm[setting]
}
