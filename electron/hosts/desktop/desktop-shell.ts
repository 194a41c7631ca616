import { app, shell, utilityProcess } from 'electron'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ChildService, Shell } from '../../platform/host.ts'
import { isLoopback, type LoopbackUrl } from '../../platform/https-url.ts'
import { keepTail, readFirstLine } from '../common/first-line.ts'
import { createBadge } from './badge.ts'
import { chooseSaveTarget, dragFile, openFile, revealFile } from './files.ts'
import { screenPrinter } from './print.ts'
import { resolveProxy } from './resolve-proxy.ts'
import { systemEvents } from './system-events.ts'

/** This host, as the core sees it; its windows are opened where they are made. */
export const desktopShell: Omit<Shell, 'openWindow' | 'notify'> = {
  kind: 'desktop',
  openInBrowser: safeOpen,
  resolveProxy,
  startService,
  chooseSaveTarget,
  revealFile,
  openFile,
  dragFile,
  print: screenPrinter,
  badge: createBadge(),
  system: systemEvents,
  quit: () => app.quit(),
}

/**
 * The one place where this shell hands an address to the operating system, which puts it into a program's arguments on Linux and a Mac:
 * it names a listener of Steward's, which leads the browser on.
 *
 * @throws AppError `auth/browser-not-opened`
 */
async function safeOpen(url: LoopbackUrl): Promise<void> {
  try {
    if (!isLoopback(new URL(url))) throw new TypeError('not an address of this computer')
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
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: 'Demo firm',
  })
  const tail = keepTail(child.stderr)
  const state = { ended: false, stopping: false }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      state.ended = true
      if (code !== 0 && !state.stopping) console.error(`A service of Steward ended with ${code}.\n${tail()}`)
      resolve()
    })
  })
  return {
    firstLine: readFirstLine(child.stdout, exited),
    exited,
    async stop() {
      state.stopping = true
      if (!state.ended) child.kill()
      await exited
    },
  }
}
