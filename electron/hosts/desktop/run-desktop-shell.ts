import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app, BrowserWindow, Menu, session } from 'electron'
import { type CommandId, commandIds } from '../../../shared/domain/commands.ts'
import type { Log } from '../../logs/log.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Shell } from '../../platform/host.ts'
import { defaultUserDataDir } from '../../platform/user-data.ts'
import { desktopProfile } from '../../security/app-files.ts'
import { takeOwnFolder } from '../../security/own-folder.ts'
import { removeLeftProfile } from '../../security/remove-everything.ts'
import { createNewerVersion, lookDaily } from '../../updates/daily-look.ts'
import type { Leaving, Updates } from '../../updates/updates.ts'
import { loadBundle } from '../common/bundle.ts'
import { createDeferredQueue, createOpenRequestHandler, type OpenRequest } from '../common/open-request.ts'
import { refuseEnvironment } from '../common/refuse-environment.ts'
import type { StartArguments } from '../common/start-arguments.ts'
import { openUserData, type StartCore } from '../common/start-core.ts'
import { watchLock } from '../common/window-core.ts'
import { desktopShell, openMailDraft } from './desktop-shell.ts'
import { createKeptWindows } from './kept-windows.ts'
import { appOrigin, lockDownContents, lockDownSession, registerAppScheme, serveAppScheme } from './lock-down.ts'
import { menuTemplate } from './menu-template.ts'
import { createNotify, nameForNotices } from './notify.ts'
import { claimLinks, takeDroppedFiles, takeFocusFromSecondStart, takeOpenEvents } from './open-events.ts'
import { quitInOrder } from './quit.ts'
import { keepCrashesHere, logGonePages } from './recover-pages.ts'
import { refuseSwitches } from './refuse-switches.ts'
import { createWindows } from './windows.ts'

export type DesktopShellOptions = {
  args: StartArguments
  /** Folder of the built renderer. */
  bundleRoot: string
  /** Path of the built preload script. */
  preload: string
  startCore: StartCore
  updates: (parts: { log: Log; leaving: Leaving }) => Updates
  print(line: string): void
}

/** Starts the desktop shell, which quits when its last window is closed. Must be called before Electron is ready. */
export async function runDesktopShell(options: DesktopShellOptions): Promise<void> {
  const userDataDir = options.args.userDataDir ?? defaultUserDataDir()
  const slot = createDeferredQueue()
  const refuse = refuseSwitches(app, process.env.APPIMAGE)
  refuseEnvironment(process.env, { readsNodeOptions: false })
  // Chromium would write the keys of its own connections there. Some virus scanners set it for all programs, so it is not refused.
  delete process.env.SSLKEYLOGFILE
  prepare(userDataDir, slot.put)
  await app.whenReady()
  refuse()
  const shown: { at: (path: string) => void } = { at: () => {} }
  const opened: Pick<Shell, 'openWindow'> & { none(): boolean } = { openWindow: async () => null, none: () => false }
  const claimed = await openUserData(userDataDir, { given: options.args.given, onHandedOver: slot.put })
  if (claimed === undefined) return app.quit()

  const { log, shutdown } = claimed
  logGonePages(log)
  const kept = createKeptWindows(userDataDir)
  const newer = createNewerVersion()
  const core = await options.startCore({
    shell: {
      ...desktopShell,
      openWindow: (path) => opened.openWindow(path),
      notify: createNotify((path) => shown.at(path)),
      newer,
    },
    userDataDir,
    demo: options.args.demo,
    connectionFile: options.args.connectionFile,
    log,
    shutdown,
  })
  shutdown.add('state', kept.end)
  const leaving = quitInOrder({
    core,
    // A hidden window in which a document is printed is none of the user's.
    stay: () => void (opened.none() && opened.openWindow('/')),
  })
  lockDownSession(session.defaultSession)
  serveAppScheme(session.defaultSession, await loadBundle(options.bundleRoot))
  takeDroppedFiles(core.takeFile, () => BrowserWindow.getAllWindows())
  const following = new AbortController()
  // Steward ends with `app.exit`, which emits no `will-quit`.
  app.once('quit', () => following.abort())
  const refreshMenu = () => menu.offer(lock.locked() ? new Set() : windows.offered())
  const lock = watchLock(core, { signal: following.signal, onChange: () => refreshMenu() })
  const windows = createWindows({
    core,
    log,
    preload: options.preload,
    session: session.defaultSession,
    onChange: () => refreshMenu(),
    onPlaces: kept.note,
  })
  const updates = options.updates({ log, leaving })
  const menu = setMenu({
    run: (id) => windows.run(id),
    newWindow: () => void windows.open('/'),
    checkForUpdates: () => void updates.check(),
  })
  shown.at = (path) => {
    windows.show()
    void lock.whenOpen().then(() => windows.tell({ type: 'go', path }))
  }
  opened.none = windows.isEmpty
  opened.openWindow = async (path) => {
    await windows.open(path)
    return null
  }
  const before = await kept.read()
  // A single window starts like any other start: with the last screen, including its filters.
  if (before.length < 2) await windows.open('/', before[0])
  else for (const { path, ...place } of before) await windows.open(path, place)
  slot.open(
    createOpenRequestHandler({
      core,
      lock,
      screen: windows.screen,
      show: windows.show,
      go: (path) => {
        windows.show()
        windows.tell({ type: 'go', path })
      },
      tell: windows.tell,
    }),
  )
  if (options.args.given.links.length + options.args.given.files.length > 0) slot.put(options.args.given)
  const { signal } = following
  void lookDaily(updates, { note: newer.note, sleep: (ms) => systemClock.sleep(ms, signal), signal })
  claimLinks(process.platform, app.isPackaged)
  options.print(`Steward is ready at ${appOrigin}/`)
}

/**
 * Settings that Electron accepts only before it is ready. Electron does not wait for this module's promises, so nothing here is
 * awaited: it could come too late, and Chromium would put its profile elsewhere.
 */
function prepare(userDataDir: string, put: (given: OpenRequest) => void): void {
  registerAppScheme()
  lockDownContents(openMailDraft)
  nameForNotices(process.platform)
  takeOpenEvents(put)
  try {
    takeOwnFolder(userDataDir)
  } catch (thrown) {
    // Chromium, which shows the error, must have its profile elsewhere.
    app.setPath('userData', mkdtempSync(join(tmpdir(), 'steward-refused-')))
    throw thrown
  }
  removeLeftProfile(userDataDir)
  const profile = join(userDataDir, desktopProfile)
  // Electron takes only folders that exist.
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  app.setPath('userData', userDataDir)
  app.setPath('sessionData', profile)
  takeFocusFromSecondStart(process.platform, put)
  keepCrashesHere(userDataDir)
}

type AppMenu = {
  /** Disables every command except these. */
  offer(commands: ReadonlySet<CommandId>): void
}

/** Installs the menus. */
function setMenu(does: Omit<Parameters<typeof menuTemplate>[0], 'mac'>): AppMenu {
  const menu = Menu.buildFromTemplate(menuTemplate({ ...does, mac: process.platform === 'darwin' }))
  Menu.setApplicationMenu(menu)
  return {
    offer(commands) {
      for (const id of commandIds) {
        const item = menu.getMenuItemById(id)
        if (item !== null && item.enabled !== commands.has(id)) item.enabled = commands.has(id)
      }
    },
  }
}
