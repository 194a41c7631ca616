import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'
import { signalOf } from './streams.ts'

export function implementImports(os: Implementer['imports'], { imports }: Core) {
  return {
    begin: os.begin.handler(({ input }) => imports.begin(input)),
    append: os.append.handler(({ input }) => imports.append(input)),
    removePart: os.removePart.handler(({ input }) => imports.removePart(input)),
    describe: os.describe.handler(({ input }) => imports.describe(input)),
    judge: os.judge.handler(async function* ({ input, signal }) {
      yield* imports.judge(input, signalOf(signal))
    }),
    rows: os.rows.handler(({ input }) => imports.rows(input)),
    apply: os.apply.handler(async function* ({ input, signal }) {
      yield* imports.apply(input, signalOf(signal))
    }),
    exportRefused: os.exportRefused.handler(({ input }) => imports.exportRefused(input)),
    drop: os.drop.handler(({ input }) => imports.drop(input)),
  }
}
