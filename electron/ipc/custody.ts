import type { Core } from '../core/core.ts'
import type { Implementer } from './implementer.ts'

export function implementCustody(os: Implementer['custody'], core: Core) {
  return {
    state: os.state.handler(() => core.custody.state()),
    lock: os.lock.handler(() => core.custody.lock('asked')),
    unlock: os.unlock.handler(({ input }) => core.custody.unlock(input.passphrase)),
  }
}
