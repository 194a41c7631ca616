import { AppError } from '../../shared/domain/app-error.ts'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import { decidedByFirm, forbiddingSetting, type Permission } from '../../shared/domain/policy-permissions.ts'

const nextStep = 'Ask your firm’s IT department if you need it.'

/** @throws AppError `policy/forbidden`, with the firm's own text, if its policy forbids the permission */
export function refuseForbidden(purpose: Permission, policy: FirmPolicy): void {
  const setting = forbiddingSetting(purpose, policy)
  if (setting === null) return
  throw new AppError('policy/forbidden', { message: decidedByFirm[setting], nextStep, detail: setting })
}

/** The error for changes to the firm's preset connection. */
export function managedConnection(): AppError {
  return new AppError('policy/forbidden', {
    message: 'This connection is managed by your firm: it can be neither changed nor removed here.',
    nextStep: 'Sign out of it instead, or ask your firm’s IT department.',
    detail: 'connection',
  })
}
