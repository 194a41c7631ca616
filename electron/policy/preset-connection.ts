import { AppError } from '../../shared/domain/app-error.ts'
import type { FirmPolicy } from '../../shared/domain/policy.ts'
import type { Connection } from '../tenants/connection.ts'
import { parseConnectionDescription } from '../tenants/parse-connection-input.ts'
import { isAllowed } from './allowed-address.ts'

/** The connection that a firm's policy presets, parsed, or the problem with it. */
export function presetConnection(policy: FirmPolicy): { connection: Connection | null; problem: string | null } {
  if (policy.connection === undefined) return { connection: null, problem: null }
  try {
    const connection = parseConnectionDescription(policy.connection)
    if (isAllowed(connection, policy)) return { connection, problem: null }
    return none('its address is not among “allowed_base_urls”.')
  } catch (error) {
    const [issue] = error instanceof AppError ? error.issues : []
    return none(issue === undefined ? 'it is not valid.' : `${issue.field}: ${issue.message}`)
  }
}

const none = (why: string) => ({ connection: null, problem: `The firm’s connection is not available: ${why}` })
