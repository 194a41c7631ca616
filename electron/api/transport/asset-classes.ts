import type { Core } from '../core.ts'
import type { Implementer } from './implementer.ts'

export function implementAssetClasses(os: Implementer['assetClasses'], { assetClasses, read }: Core) {
  return {
    list: os.list.handler(({ input: { connectionId, ...about } }) => read(connectionId, 'assetClasses.list', about)),
    add: os.add.handler(async ({ input: { connectionId, ...given } }) => {
      await assetClasses.add(connectionId, given)
      return {}
    }),
    addAll: os.addAll.handler(({ input }) => assetClasses.addAll(input.connectionId, input.classes)),
    forget: os.forget.handler(async ({ input }) => {
      await assetClasses.forget(input.connectionId, input.id)
      return {}
    }),
    exportFile: os.exportFile.handler(async ({ input }) => ({
      file: await assetClasses.exportFile(input.connectionId),
    })),
  }
}
