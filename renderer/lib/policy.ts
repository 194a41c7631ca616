import { useQuery } from '@tanstack/react-query'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { decidedByFirm, forbiddingSetting, type Permission } from '../../shared/domain/policy-permissions.ts'
import { useApi } from './api.ts'

const none: FirmPolicy = {}

/** The firm's policy on this computer. The main process enforces it, whatever a page shows. */
export function usePolicy(): FirmPolicy {
  return useQuery(useApi().policy.get.queryOptions({ input: {} })).data?.policy ?? none
}

/** Why the firm forbids something, in words; null if it is allowed. */
export function useForbidden(purpose: Permission): string | null {
  const setting = forbiddingSetting(purpose, usePolicy())
  return setting === null ? null : decidedByFirm[setting]
}
