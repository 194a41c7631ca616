import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementPolicy(os: Implementer['policy'], core: Core) {
  return { get: os.get.handler(() => core.policy.get()) }
}
