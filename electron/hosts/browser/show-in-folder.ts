import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { WrittenFile } from '../../platform/written-file.ts'
import { type ProgramCall, runProgram } from './run-program.ts'

/**
 * Shows a file in the system's file manager, and selects it where possible.
 *
 * @throws AppError `export/not-shown`
 */
export async function showInFolder(file: WrittenFile, platform: NodeJS.Platform = process.platform): Promise<void> {
  const failures: unknown[] = []
  for (const call of waysToShow(file, platform)) {
    try {
      return await runProgram(call)
    } catch (cause) {
      failures.push(cause)
    }
  }
  throw new AppError('export/not-shown', {
    message: "The system's file manager could not be opened.",
    nextStep: 'Open your downloads folder yourself; the file is there.',
    cause: failures.at(-1),
  })
}

/** In order of preference. The path is one argument, never part of a command line that a shell would parse. */
function waysToShow(file: WrittenFile, platform: NodeJS.Platform): ProgramCall[] {
  if (platform === 'darwin') return [{ program: 'open', args: ['-R', file] }]
  // Explorer parses its own command line, and exits with 1 on success. A Windows path contains no quotes.
  if (platform === 'win32') {
    return [{ program: 'explorer.exe', args: [`/select,"${file}"`], verbatim: true, accepts: () => true }]
  }
  return [
    { program: 'dbus-send', args: [...showItems, `array:string:${busUrl(file)}`, 'string:'] },
    { program: 'xdg-open', args: [dirname(file)] },
  ]
}

const showItems = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.FileManager1',
  '/org/freedesktop/FileManager1',
  'org.freedesktop.FileManager1.ShowItems',
]

/** `dbus-send` splits an array at commas, which file URLs leave unescaped. */
const busUrl = (file: WrittenFile) => pathToFileURL(file).href.replaceAll(',', '%2C')
