import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementSupport(os: Implementer['support'], core: Core) {
  return {
    preview: os.preview.handler(() => core.support.preview()),
    save: os.save.handler(async ({ input }) => ({ file: await core.support.save(input.handle) })),
  }
}
