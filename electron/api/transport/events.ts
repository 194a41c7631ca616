import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'
import { signalOf } from './streams.ts'

export function implementEvents(os: Implementer['events'], core: Core) {
  return {
    subscribe: os.subscribe.handler(async function* ({ signal }) {
      yield* core.events(signalOf(signal))
    }),
  }
}
