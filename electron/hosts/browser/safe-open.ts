import { AppError } from '../../../shared/domain/app-error.ts'
import type { OpenableFile } from '../../platform/host.ts'
import { isLoopback, type LoopbackUrl } from '../../platform/https-url.ts'
import { type ProgramCall, runProgram } from './run-program.ts'

/**
 * The only place where this shell passes an address to the operating system. The address is one argument of a program, never part
 * of a command line that a shell would parse. Every user of the computer can read that argument, so it is the address of a
 * listener of Steward's, which redirects the browser.
 *
 * @throws AppError `auth/browser-not-opened`
 */
export async function safeOpen(url: LoopbackUrl, platform: NodeJS.Platform = process.platform): Promise<void> {
  if (!isLoopback(new URL(url))) throw notOpened(new TypeError('not an address of this computer'))
  const [program, ...args] = openers[platform] ?? ['xdg-open']
  try {
    await runProgram({ program: program ?? 'xdg-open', args: [...args, url] })
  } catch (cause) {
    throw notOpened(cause)
  }
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  // `start` is a builtin of the command interpreter, which would parse `&` in an address as a second command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

function notOpened(cause: unknown): AppError {
  return new AppError('auth/browser-not-opened', {
    message: "The system's browser could not be opened.",
    nextStep: 'Set a default browser for this computer and try again.',
    cause,
  })
}

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
