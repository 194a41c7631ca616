import { useQuery } from '@tanstack/react-query'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { decidedByFirm, forbiddingSetting, type Permission } from '../../shared/domain/policy-permissions.ts'
import { useApi } from './api.ts'

const none: FirmPolicy = {}

/** What the firm decided for this computer. The main process holds to it, whatever a page shows. */
export function usePolicy(): FirmPolicy {
  return useQuery(useApi().policy.get.queryOptions({ input: {} })).data?.policy ?? none
}

/** That the firm does not allow something here, in words to be shown; null when it does. */
export function useForbidden(purpose: Permission): string | null {
  const setting = forbiddingSetting(purpose, usePolicy())
  return setting === null ? null : decidedByFirm[setting]
}
