import { registerHooks } from 'node:module'
import { BrowserWindow, told } from './electron.ts'

// Runs the desktop shell's part about files under the double of `electron` and prints what it asked and answered.

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? next(new URL('./electron.ts', import.meta.url).href, context) : next(specifier, context),
})
const { chooseSaveTarget, revealFile } = await import('../../electron/shell/desktop/files.ts')
const { vetWrittenFile } = await import('../../electron/shell/written-file.ts')

told.paths.downloads = '/home/ada/Downloads'
const chosen = await chooseSaveTarget({ suggestedName: 'Households – Firm.csv' })
new BrowserWindow({})
const left = await chooseSaveTarget({ suggestedName: 'Households – Firm.xlsx' })
await revealFile(await vetWrittenFile(import.meta.filename))
console.log(JSON.stringify({ chosen, left, dialogs: told.saveDialogs, shown: told.shown }))
