import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementViews(os: Implementer['views'], { views }: Core) {
  return {
    list: os.list.handler(({ input }) => views.list(input.connectionId, input.resource)),
    save: os.save.handler(({ input }) => views.save(input.connectionId, input.view)),
    remove: os.remove.handler(async ({ input }) => {
      await views.remove(input.connectionId, input.id)
      return {}
    }),
  }
}
