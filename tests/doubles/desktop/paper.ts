import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { person, told } from '../electron.ts'
import { connectPage, type Scenario } from './desk.ts'

// Calls to Electron when a screen is printed or saved as a PDF, and how its results are reported.

export const run: Scenario = async ({ folder, window }) => {
  const client = connectPage(window)
  const print = (to: 'printer' | 'pdf') =>
    client.app.print({ to, title: 'Okafor/../Trust' }).catch((failure) => failure.data.code)

  const printed = await print('printer')
  person.printing = 'Print job canceled'
  const left = await print('printer')
  person.printing = 'Print job failed'
  const failed = await print('printer')

  person.savesTo = folder
  const saved = await print('pdf')
  const suggested = told.saveDialogs.at(-1)?.options as { defaultPath: string } | undefined
  const name = basename(suggested?.defaultPath ?? '')
  const content = readFileSync(join(folder, name), 'utf8')
  person.savesTo = null
  const unwanted = await print('pdf')
  person.canMakePdf = false
  const unmade = await print('pdf')
  const dialogs = told.saveDialogs.length
  return {
    printed,
    left,
    failed,
    saved: { ...saved.file, name, content },
    unwanted,
    unmade,
    dialogs,
    prints: told.prints,
  }
}
