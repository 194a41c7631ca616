import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { calls, user } from '../electron/calls.ts'
import { connectPage, type Scenario } from './desk.ts'

// Calls to Electron when a screen is printed or saved as a PDF, and how its results are reported.

export const run: Scenario = async ({ folder, window }) => {
  const client = connectPage(window)
  const print = (to: 'printer' | 'pdf') =>
    client.app.print({ to, title: 'Okafor/../Trust' }).catch((failure) => failure.data.code)

  const printed = await print('printer')
  user.printing = 'Print job canceled'
  const left = await print('printer')
  user.printing = 'Print job failed'
  const failed = await print('printer')

  user.savesTo = folder
  const saved = await print('pdf')
  const suggested = calls.saveDialogs.at(-1)?.options
  const name = basename(suggested?.defaultPath ?? '')
  const content = readFileSync(join(folder, name), 'utf8')
  user.savesTo = null
  const unwanted = await print('pdf')
  user.canMakePdf = false
  const unmade = await print('pdf')
  const dialogs = calls.saveDialogs.length
  return {
    printed,
    left,
    failed,
    saved: { ...saved.file, name, content },
    unwanted,
    unmade,
    dialogs,
    prints: calls.prints,
  }
}
