import { writeAssetClassFile } from '../../shared/domain/asset-class-file.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import { datedFileName } from '../exports/saved-files.ts'
import type { Core } from './core.ts'
import type { ExportUseCases } from './exports.ts'

/** The directory of asset classes: the ledger collects them, the user corrects them, and they can be exported as a file. */
export function createAssetClassUseCases(
  runtimes: Runtimes,
  { saveText }: Pick<ExportUseCases, 'saveText'>,
): Core['assetClasses'] {
  const openOf = async (id: string) => {
    const { connection, open } = await runtimes.get(id)
    return { connection, store: (await open()).store }
  }
  return {
    add: async (id, given) => (await openOf(id)).store.keep('assetClasses.add', given),
    async addAll(id, classes) {
      const { store } = await openOf(id)
      const known = new Set((await store.read('assetClasses.list', {})).map((one) => one.id))
      const unknown = classes.filter((given) => !known.has(given.id))
      if (unknown.length > 0) await store.keep('assetClasses.addAll', { classes: unknown })
      return { added: unknown.length, known: classes.length - unknown.length }
    },
    forget: async (id, classId) => (await openOf(id)).store.keep('assetClasses.forget', { id: classId }),
    async exportFile(id) {
      const { connection, store } = await openOf(id)
      const classes = (await store.read('assetClasses.list', {})).map(({ id: classId, name }) => ({
        id: classId,
        name,
      }))
      return saveText({
        procedure: 'assetClasses.exportFile',
        suggestedName: datedFileName('Asset classes', {
          connectionName: connection.name,
          now: new Date(),
          extension: 'json',
        }),
        text: writeAssetClassFile({ service: connection.base_url, classes }),
      })
    },
  }
}
