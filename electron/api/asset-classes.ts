import { AppError } from '../../shared/domain/app-error.ts'
import { writeAssetClassFile } from '../../shared/domain/asset-class-file.ts'
import { maxGivenClasses } from '../../shared/ipc/asset-classes.ts'
import type { Runtimes } from '../connections/runtimes.ts'
import { datedFileName } from '../exports/saved-files.ts'
import { readWorkbook } from '../imports/workbook.ts'
import { withConnection } from './context.ts'
import type { UseCases } from './core.ts'
import type { FileSaver } from './exports.ts'

/** Rows of a sheet that may be above and below its classes. */
const mostAround = 100

const notADirectory = () =>
  new AppError('import/unreadable', {
    message: 'This is no workbook with at most 10,000 asset classes.',
    nextStep: 'Choose an Excel workbook (.xlsx), or save the sheet as CSV.',
  })

/** The directory of asset classes: the ledger collects them, the user corrects them, and they can be exported as a file. */
export function createAssetClassUseCases(
  runtimes: Runtimes,
  { saveText }: Pick<FileSaver, 'saveText'>,
): UseCases['assetClasses'] {
  const inConnection = withConnection(runtimes)
  return {
    list: inConnection(({ store }, about) => store.read('assetClasses.list', about)),
    add: inConnection(({ store }, given) => store.keep('assetClasses.add', given)),
    addAll: inConnection(async ({ store }, { classes }) => {
      const known = new Set((await store.read('assetClasses.list', {})).map(({ id }) => id))
      const unknown = classes.filter(({ id }) => !known.has(id))
      if (unknown.length > 0) await store.keep('assetClasses.addAll', { classes: unknown })
      return { added: unknown.length, known: classes.length - unknown.length }
    }),
    async readWorkbook({ base64, sheet: name, answers }) {
      const workbook = await readWorkbook(Buffer.from(base64, 'base64'), { name, answers })
      if (workbook === null || workbook.rows.length > maxGivenClasses + mostAround) throw notADirectory()
      const { sheets, sheet, rows, questions, leftOut, problems } = workbook
      const cells = rows.map(({ row, cells }) => ({ row, cells: [...cells] }))
      return { sheets, sheet, rows: cells, questions, left_out: leftOut, problems }
    },
    forget: inConnection(({ store }, { id }) => store.keep('assetClasses.forget', { id })),
    exportFile: inConnection(async ({ store }, _input, { name: connectionName, base_url: service }) => {
      const classes = (await store.read('assetClasses.list', {})).map(({ id, name }) => ({ id, name }))
      const suggestedName = datedFileName('Asset classes', { connectionName, now: new Date(), extension: 'json' })
      const text = writeAssetClassFile({ service, classes })
      return { file: await saveText({ procedure: 'assetClasses.exportFile', suggestedName, text }) }
    }),
  }
}
