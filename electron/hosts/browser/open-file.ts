import { AppError } from '../../../shared/domain/app-error.ts'
import type { OpenableFile } from '../../platform/host.ts'
import { type ProgramCall, runProgram } from './run-program.ts'

/**
 * Opens a private copy with the system's default program.
 *
 * @throws AppError `files/not-opened`
 */
export async function openFile(file: OpenableFile, platform: NodeJS.Platform = process.platform): Promise<void> {
  try {
    await runProgram(wayToOpen(file, platform))
  } catch (cause) {
    throw new AppError('files/not-opened', {
      message: 'No program on this computer could open this file.',
      nextStep: 'Save a copy, and open it with a program of your choice.',
      cause,
    })
  }
}

/** The path is passed as one argument, never as part of a command line that a shell would parse. */
function wayToOpen(file: OpenableFile, platform: NodeJS.Platform): ProgramCall {
  if (platform === 'darwin') return { program: 'open', args: [file] }
  // Explorer parses its own command line, and exits with 1 on success. A Windows path contains no quotes.
  if (platform === 'win32') return { program: 'explorer.exe', args: [`"${file}"`], verbatim: true, accepts: () => true }
  return { program: 'xdg-open', args: [file] }
}
