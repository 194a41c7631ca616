import { join } from 'node:path'
import { createIpcHandler } from '../../api/transport/handler.ts'
import type { Shell } from '../../platform/host.ts'
import { noSystemEvents, wakingByTheClock } from '../../platform/system-events.ts'
import { defaultUserDataDir } from '../../platform/user-data.ts'
import { takeOwnFolder } from '../../security/own-folder.ts'
import { loadBundle } from '../common/bundle.ts'
import { logFailures } from '../common/log-failures.ts'
import { createDeferredQueue, createOpenRequestHandler } from '../common/open-request.ts'
import type { StartArguments } from '../common/start-arguments.ts'
import { openUserData, type StartCore } from '../common/start-core.ts'
import { createWindowCore, watchLock } from '../common/window-core.ts'
import { type AppWindow, findBrowser, findBrowserProgram, openAppWindow } from './app-window.ts'
import { environmentProxy } from './environment-proxy.ts'
import { createLaunchPages } from './launch-pages.ts'
import { openDocumentPrinter, removePrinterProfile } from './print-documents.ts'
import { openFile, safeOpen } from './safe-open.ts'
import { saveTargetInDownloads, showInFolder } from './saved-files.ts'
import { type BrowserServer, startBrowserServer } from './server.ts'
import { startReader, startService } from './start-service.ts'

/** Least time between two fresh addresses that were not requested at the terminal, in ms. */
const noticeEveryMs = 5_000

export type BrowserShellOptions = {
  args: StartArguments
  /** Folder of the built renderer. */
  bundleRoot: string
  startCore: StartCore
  print(line: string): void
  /** Called when Steward should quit: the user closed its window, or everything was removed. */
  onEnd(): void
}

export type RunningShell = {
  /** Prints an address that admits one more page. */
  printAddress(): void
  close(): Promise<void>
}

/** The host interface for the core, except for windows, which exist only once the server runs. */
const browserShell: Omit<Shell, 'openWindow' | 'openPrinter' | 'quit'> = {
  kind: 'browser',
  openInBrowser: safeOpen,
  resolveProxy: async (url) => environmentProxy(url, process.env),
  startService,
  startReader,
  chooseSaveTarget: ({ suggestedName }) => saveTargetInDownloads(suggestedName),
  revealFile: (file) => showInFolder(file),
  openFile: (file) => openFile(file),
  // A page in a browser can only pass addresses, not files, to other programs.
  dragFile: null,
  copy: null,
  print: null,
  // Pages report keyboard and mouse activity; see `lock.active`.
  system: { ...noSystemEvents, onResume: wakingByTheClock() },
  // The window is a browser page: it shows its own notifications, and its icon is the browser's.
  notify: null,
  badge: null,
  newer: null,
}

/**
 * Runs the browser shell: locks the user-data folder, creates the core, starts the server, prints its address and opens a window.
 *
 * @returns undefined if Steward already runs on this folder; that instance was asked to show itself
 */
export async function runBrowserShell(options: BrowserShellOptions): Promise<RunningShell | undefined> {
  const { args, print } = options
  const userDataDir = args.userDataDir ?? defaultUserDataDir()
  takeOwnFolder(userDataDir)
  const slot = createDeferredQueue()
  const claimed = await openUserData(userDataDir, { given: args.given, onHandedOver: slot.put })
  if (claimed === undefined) {
    print('Steward is already running with this folder; it was asked to open its window.')
    return undefined
  }
  const { log, shutdown } = claimed
  const printProfile = join(userDataDir, 'print-profile')
  await removePrinterProfile(printProfile, log)
  const opened: Pick<Shell, 'openWindow'> = { openWindow: async () => null }
  const core = await options.startCore({
    shell: {
      ...browserShell,
      openWindow: (path) => opened.openWindow(path),
      openPrinter: async () => openDocumentPrinter({ browser: await findBrowserProgram(), profile: printProfile, log }),
      quit: options.onEnd,
    },
    userDataDir,
    demo: args.demo,
    connectionFile: args.connectionFile,
    log,
    shutdown,
  })
  // All pages get the same events: only the browser knows which of them is in front.
  const pages = createWindowCore(core)
  const following = new AbortController()
  const lock = watchLock(core, { signal: following.signal })
  const notice = createNotices(print)
  const server = await startBrowserServer({
    bundle: await loadBundle(options.bundleRoot),
    handler: createIpcHandler({ core: pages.core, ...logFailures(log) }),
    takeFile: core.takeFile,
    port: args.port,
    onStaleLink() {
      notice(() => `A used or expired link was opened. A new one: ${server.launchUrl()}`)
    },
    onForeignUser() {
      notice(() => 'Another user of this computer tried to open this Steward, and was refused.')
    },
  })
  const windows = createWindows({ args, userDataDir, server, print, onEnd: options.onEnd })
  for (const end of [() => following.abort(), windows.close, server.close]) shutdown.add('pages', end)
  const printAddress = () => print(`A new address: ${server.launchUrl()}`)
  print(`Steward is ready at ${server.launchUrl()}`)
  opened.openWindow = async (path) => ((await windows.open(path)) ? null : server.launchUrl(path))
  const show = (path?: string) =>
    void windows.open(path).then((opened) => {
      if (!opened) print(`A new address: ${server.launchUrl(path)}`)
    })
  // A link opens the first window itself.
  if (args.given.links.length === 0) await windows.open()
  slot.open(createOpenRequestHandler({ core, lock, screen: pages.screen, show, go: show, tell: pages.tell }))
  if (args.given.links.length > 0) slot.put(args.given)
  else if (args.given.files.length > 0) void core.openFiles(args.given.files)
  return { printAddress, close: shutdown.end }
}

/** Prints notices that other programs or users on this computer can trigger, at a limited rate. */
function createNotices(print: (line: string) => void) {
  let last = Number.NEGATIVE_INFINITY
  return (line: () => string) => {
    if (performance.now() - last < noticeEveryMs) return
    last = performance.now()
    print(line())
  }
}

type WindowsOptions = Pick<BrowserShellOptions, 'args' | 'print' | 'onEnd'> & {
  userDataDir: string
  server: Pick<BrowserServer, 'launchUrl' | 'handOverUrl'>
}

/** The windows opened from here; several may be open, and closing the last one quits Steward. */
function createWindows({ args, userDataDir, server, print, onEnd }: WindowsOptions) {
  const windows = new Set<AppWindow>()
  const closing = { yes: false }
  const launchPages = createLaunchPages({ userDataDir, address: server.handOverUrl })
  const sayFailed = () => print('No window could be opened; open the address in a browser on this computer instead.')
  const watch = async (window: AppWindow) => {
    const ended = await window.ended
    windows.delete(window)
    if (closing.yes) return
    if (ended === 'failed') sayFailed()
    if (ended === 'closed' && windows.size === 0) onEnd()
  }
  /**
   * The window is open but does not show Steward: a sandboxed browser, or a firm's policy for it, blocks access to local files.
   */
  const sayUnreached = (path: string | undefined) => {
    if (closing.yes || windows.size === 0) return
    print(`The window could not open Steward. Open this in a browser on this computer: ${server.launchUrl(path)}`)
  }
  return {
    /** @returns whether a window was requested; false without a browser or a screen */
    async open(path?: string): Promise<boolean> {
      const browser = args.headless ? undefined : await findBrowser()
      if (browser === undefined) return false
      const page = await launchPages.make(path, () => sayUnreached(path)).catch(() => null)
      if (page === null) {
        sayFailed()
        return false
      }
      const window = openAppWindow(browser, join(userDataDir, 'browser-profile'), page)
      windows.add(window)
      void watch(window)
      return true
    },
    async close(): Promise<void> {
      closing.yes = true
      await Promise.all([...windows].map((window) => window.close()))
      await launchPages.close()
    },
  }
}
