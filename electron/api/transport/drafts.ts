import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementDrafts(os: Implementer['drafts'], { drafts }: Core) {
  return {
    list: os.list.handler(({ input }) => drafts.list(input.connectionId)),
    keep: os.keep.handler(async ({ input: { connectionId, ...draft } }) => {
      await drafts.keep(connectionId, draft)
      return {}
    }),
  }
}
