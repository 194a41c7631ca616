import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementSync(os: Implementer['sync'], core: Core) {
  return {
    start: os.start.handler(({ input }) => core.sync.start(input.connectionId)),
    cancel: os.cancel.handler(({ input }) => core.sync.cancel(input.connectionId)),
    status: os.status.handler(({ input }) => core.sync.status(input.connectionId)),
  }
}
