import { app, powerMonitor, shell, utilityProcess } from 'electron'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { ChildService, ReaderProcess, Shell } from '../../platform/host.ts'
import { isLoopback, type LoopbackUrl } from '../../platform/https-url.ts'
import type { SystemEvents } from '../../platform/system-events.ts'
import { whenLockedBecomes } from '../../platform/system-events.ts'
import { keepTail, readFirstLine } from '../common/first-line.ts'
import { copy } from './copy.ts'
import { chooseSaveTarget, dragFile, openFile, revealFile } from './files.ts'
import { createBadge } from './notify.ts'
import { openDocumentPrinter, screenPrinter } from './print-documents.ts'
import { resolveProxy } from './resolve-proxy.ts'

/** Electron declares one overload per event name; none of the listeners needs an argument. */
type Monitor = {
  on(name: string, listener: () => void): unknown
  off(name: string, listener: () => void): unknown
}

const heard = (name: 'lock-screen' | 'unlock-screen' | 'suspend' | 'resume') => (listener: () => void) => {
  const monitor: Monitor = powerMonitor
  monitor.on(name, listener)
  return () => void monitor.off(name, listener)
}

const isLocked = () => powerMonitor.getSystemIdleState(1) === 'locked'

/** Electron reports a locked screen only on macOS and Windows; on Linux it has to be polled, on desktops that support it. */
const locks = (to: boolean, name: 'lock-screen' | 'unlock-screen') => (listener: () => void) => {
  const stopHearing = heard(name)(listener)
  const stopLooking = process.platform === 'linux' ? whenLockedBecomes(isLocked, { to, listener }) : () => {}
  return () => {
    stopHearing()
    stopLooking()
  }
}

/** {@link SystemEvents} from Electron's power monitor. */
const systemEvents: SystemEvents = {
  onLock: locks(true, 'lock-screen'),
  onUnlock: locks(false, 'unlock-screen'),
  onSuspend: heard('suspend'),
  onResume: heard('resume'),
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
  isOnBattery: () => powerMonitor.isOnBatteryPower(),
}

/** The host interface for the core, except for windows, notifications and new versions, which are added where they are created. */
export const desktopShell: Omit<Shell, 'openWindow' | 'notify' | 'newer'> = {
  kind: 'desktop',
  openInBrowser: safeOpen,
  resolveProxy,
  startService,
  startReader,
  chooseSaveTarget,
  revealFile,
  openFile,
  dragFile,
  copy,
  print: screenPrinter,
  openPrinter: openDocumentPrinter,
  badge: createBadge(),
  system: systemEvents,
  quit: () => app.quit(),
}

/**
 * The only place where this shell passes an address to the operating system, which on Linux puts it into a program's arguments, where
 * other users of the computer can read it. It is therefore the address of a listener of Steward's, which redirects the browser, or a
 * recipient with a subject.
 */
const openOutside = (address: LoopbackUrl | `mailto:${string}`) => shell.openExternal(address)

/**
 * Opens a draft in the mail program, with the recipient and the subject of a `mailto:` address and nothing else of it: some programs
 * attach files that an address names, and a text may be confidential. Without a mail program nothing happens, as in a browser.
 */
export function openMailDraft(address: string): void {
  if (!URL.canParse(address)) return
  const { protocol, pathname, searchParams } = new URL(address)
  if (protocol !== 'mailto:') return
  const subject = searchParams.get('subject')
  const rest = subject === null ? '' : `?subject=${encodeURIComponent(subject)}`
  void openOutside(`mailto:${pathname}${rest}`).catch(() => {})
}

/** @throws AppError `auth/browser-not-opened` */
async function safeOpen(url: LoopbackUrl): Promise<void> {
  try {
    if (!isLoopback(new URL(url))) throw new TypeError('not an address of this computer')
    await openOutside(url)
  } catch (cause) {
    throw new AppError('auth/browser-not-opened', {
      message: "The system's browser could not be opened.",
      nextStep: 'Set a default browser for this computer and try again.',
      cause,
    })
  }
}

/** A utility process; see `startService`. Its permissions cannot be taken away, as the browser shell does. */
function startReader(script: string, { memoryMb }: { memoryMb: number }): ReaderProcess {
  const child = utilityProcess.fork(script, [], {
    stdio: 'ignore',
    serviceName: 'Reader of texts',
    execArgv: [`--max-old-space-size=${memoryMb}`],
  })
  let ended = false
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      ended = true
      resolve(code)
    })
  })
  return {
    async send(message) {
      if (ended) throw new Error('The reader has ended.')
      child.postMessage(message)
    },
    onMessage(listener) {
      child.on('message', listener)
      return () => void child.off('message', listener)
    },
    exited,
    async kill() {
      if (!ended) child.kill()
      await exited
    },
  }
}

/** Uses a utility process, which has Node's abilities without the switch that would turn the whole program into Node. */
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
