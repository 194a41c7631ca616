import { writeAssetClassFile } from '../../shared/domain/asset-class-file.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import { datedFileName } from '../exports/saved-files.ts'
import type { UseCases } from './core.ts'
import type { FileSaver } from './exports.ts'

/** The directory of asset classes: the ledger collects them, the user corrects them, and they can be exported as a file. */
export function createAssetClassUseCases(
  runtimes: Runtimes,
  { saveText }: Pick<FileSaver, 'saveText'>,
): UseCases['assetClasses'] {
  const inConnection = withConnection(runtimes)
  return {
    list: inConnection(({ store }, about) => store.read('assetClasses.list', about)),
    add: inConnection(({ store }, given) => store.writeLedger('assetClasses.add', given)),
    addAll: inConnection(async ({ store }, { classes }) => {
      const known = new Set((await store.read('assetClasses.list', {})).map(({ id }) => id))
      const unknown = classes.filter(({ id }) => !known.has(id))
      if (unknown.length > 0) await store.writeLedger('assetClasses.addAll', { classes: unknown })
      return { added: unknown.length, known: classes.length - unknown.length }
    }),
    forget: inConnection(({ store }, { id }) => store.writeLedger('assetClasses.forget', { id })),
    exportFile: inConnection(async ({ store }, _input, { name: connectionName, base_url: service }) => {
      const classes = (await store.read('assetClasses.list', {})).map(({ id, name }) => ({ id, name }))
      const suggestedName = datedFileName('Asset classes', { connectionName, now: new Date(), extension: 'json' })
      const text = writeAssetClassFile({ service, classes })
      return { file: await saveText({ procedure: 'assetClasses.exportFile', suggestedName, text }) }
    }),
  }
}
