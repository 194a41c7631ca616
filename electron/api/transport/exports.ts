import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'
import { signalOf } from './streams.ts'

export function implementExports(os: Implementer['exports'], { exports }: Core) {
  return {
    start: os.start.handler(async function* ({ input, signal }) {
      yield* exports.start(input, signalOf(signal))
    }),
    reveal: os.reveal.handler(async ({ input }) => {
      await exports.reveal(input.handle)
      return {}
    }),
  }
}
