import './electron/register.ts'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { BrowserWindow } from './electron/browser-window.ts'
import { calls, machine } from './electron/calls.ts'
import { forTests } from './electron/for-tests.ts'
import { becomeReady } from './electron/readiness.ts'

// Runs the desktop shell's file handling under the double of `electron`; prints its calls and its answers.

const { chooseSaveTarget, dragFile, openFile, revealFile } = await import('../../electron/hosts/desktop/files.ts')
const { vetOpenableFile } = await import('../../electron/documents/openable.ts')
const { vetWrittenFile } = await import('../../electron/platform/written-file.ts')

becomeReady()
calls.paths.downloads = '/home/ada/Downloads'
const chosen = await chooseSaveTarget({ suggestedName: 'Households – Firm.csv' })
new BrowserWindow({})
const left = await chooseSaveTarget({ suggestedName: 'Households – Firm.xlsx' })
await revealFile(await vetWrittenFile(import.meta.filename))

const root = realpathSync(mkdtempSync(join(tmpdir(), 'steward-opened-')))
const codes: unknown[] = []
for (const [name, type] of [
  ['Will.pdf', 'application/pdf'],
  ['people.csv', 'text/csv'],
] as const) {
  mkdirSync(join(root, name))
  writeFileSync(join(root, name, name), 'x', { mode: 0o600 })
  const judged = { media_type: type, caution: null }
  await openFile(await vetOpenableFile(join(root, name, name), judged, root)).catch((problem) =>
    codes.push(problem.code),
  )
}
const judged = { media_type: 'application/pdf', caution: null }
const will = await vetOpenableFile(join(root, 'Will.pdf', 'Will.pdf'), judged, root)
await dragFile(will)
for (const icons of ['empty', 'none'] as const) {
  machine.fileIcons = icons
  await dragFile(will)
}
calls.windows.length = 0
await dragFile(will).catch((problem) => codes.push(problem.code))
const drags = calls.drags.map(({ file, icon }) => ({
  file: relative(root, file),
  icon: typeof icon === 'string' ? icon : { from: icon[forTests].from.replace(file, 'the file'), ...icon.getSize() },
}))
rmSync(root, { recursive: true })
const opened = calls.openedFiles.map((path) => relative(root, path))
console.log(JSON.stringify({ chosen, left, dialogs: calls.saveDialogs, shown: calls.shown, opened, drags, codes }))
