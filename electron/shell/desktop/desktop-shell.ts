import { createInterface } from 'node:readline'
import { shell, type UtilityProcess, utilityProcess } from 'electron'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { HttpsUrl } from '../https-url.ts'
import type { ChildService, Shell } from '../shell.ts'

/** This host, as the core sees it. */
export const desktopShell: Shell = { kind: 'desktop', openInBrowser: safeOpen, startService }

/**
 * The one place where this shell hands an address to the operating system.
 *
 * @throws AppError `auth/browser-not-opened`
 */
async function safeOpen(url: HttpsUrl): Promise<void> {
  try {
    if (new URL(url).protocol !== 'https:') throw new TypeError('not https')
    await shell.openExternal(url)
  } catch (cause) {
    throw new AppError('auth/browser-not-opened', {
      message: "The system's browser could not be opened.",
      nextStep: 'Set a default browser for this computer and try again.',
      cause,
    })
  }
}

/** A utility process has Node's abilities without the switch that would turn the whole program into Node. */
function startService(script: string, args: readonly string[]): ChildService {
  const child = utilityProcess.fork(script, [...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    serviceName: 'Demo firm',
  })
  const state = { ended: false }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      state.ended = true
      resolve()
    })
  })
  return {
    firstLine: readFirstLine(child, exited),
    exited,
    async stop() {
      if (!state.ended) child.kill()
      await exited
    },
  }
}

function readFirstLine(child: UtilityProcess, exited: Promise<void>): Promise<string> {
  const line = new Promise<string>((resolve, reject) => {
    // Later lines are read too, and dropped: a full pipe would stop the service.
    if (child.stdout !== null) createInterface({ input: child.stdout }).on('line', resolve)
    void exited.then(() => reject(new Error('The service ended before it said it was ready.')))
  })
  // Whoever started it for its exit alone need not ask for the line.
  line.catch(() => {})
  return line
}
