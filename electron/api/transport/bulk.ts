import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'
import { signalOf } from './streams.ts'

export function implementBulk(os: Implementer['bulk'], { bulk }: Core) {
  return {
    preview: os.preview.handler(({ input }) => bulk.preview(input)),
    apply: os.apply.handler(async function* ({ input, signal }) {
      yield* bulk.apply(input, signalOf(signal))
    }),
  }
}
