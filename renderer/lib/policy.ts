import { useQuery } from '@tanstack/react-query'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { decidedByFirm } from '../../shared/domain/policy-permissions.ts'
import { notWhilePresenting } from '../../shared/domain/presenting.ts'
import type { ProcedurePath } from '../../shared/ipc/contract.ts'
import { isShownWhilePresenting } from '../../shared/ipc/shown-while-presenting.ts'
import { useApi } from './api.ts'
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
