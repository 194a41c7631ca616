import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { app, CommandLine } from '../electron/app.ts'
import type { BrowserWindow } from '../electron/browser-window.ts'
import { calls, machine } from '../electron/calls.ts'
import { clipboard } from '../electron/clipboard.ts'
import { forTests } from '../electron/for-tests.ts'
import { Menu } from '../electron/menu.ts'
import { nativeImage } from '../electron/native-image.ts'
import { powerMonitor } from '../electron/power-monitor.ts'
import { Session, session } from '../electron/session.ts'
import { shell } from '../electron/shell.ts'
import { utilityProcess } from '../electron/utility-process.ts'
import { type Chromium, startChromium } from './chromium.ts'
import { applicationMenu } from './menu.ts'
import { serveScheme } from './serve.ts'
import { clipboardText, type ProxySettings, resolveBy } from './system.ts'
import { openTab } from './window.ts'

const broken = process.env.STEWARD_BROKEN

/** Electron opens its debugging port after the main script has run, and only if that has left the switch there. */
const debugging = { port: process.argv.some((argument) => argument.startsWith('--remote-debugging-port')) }

/** Makes the double of `electron` a program: it is packed, has real pages, and ends when it quits. */
export function assemble(appPath: string): void {
  becomeProgram(appPath)
  giveSystem()
  const origin = serveScheme((request) =>
    session.defaultSession.protocol[forTests].handlers.get('app')?.(request as Request),
  )
  let chromium: Promise<Chromium> | null = null
  app.on('browser-window-created', (_event: unknown, window: unknown) => {
    chromium ??= origin.then((served) => startChromium({ announced: debugging.port, origin: served }))
    openTab(window as BrowserWindow, { chromium, origin })
  })
  void app[forTests].exited.then(async () => {
    if (chromium !== null) (await chromium).end()
    // Without a window it was a second start.
    process.exit(broken === 'second-start' && chromium === null ? 1 : (calls.exitCodes.at(-1) ?? 0))
  })
}

function becomeProgram(appPath: string): void {
  machine.isPackaged = broken !== 'unpacked'
  const services: string[] = []
  let badge = 0
  Object.assign(app, {
    getAppPath: () => (broken === 'beside' ? `${appPath}-elsewhere` : appPath),
    getAppMetrics: () => [{ type: 'Browser', name: 'Browser' }, ...services.map((name) => ({ type: 'Utility', name }))],
    getBadgeCount: () => badge,
    setBadgeCount(count: number) {
      badge = broken === 'badge' ? 0 : count
      return true
    },
  })
  if (broken === 'icon') {
    const empty = { isEmpty: () => true }
    Object.assign(app, { getFileIcon: async () => empty })
    Object.assign(nativeImage, { createFromBitmap: () => empty })
  }
  const { removeSwitch } = CommandLine.prototype
  CommandLine.prototype.removeSwitch = function remove(name) {
    if (name === 'remote-debugging-port') debugging.port = false
    removeSwitch.call(this, name)
  }
  if (broken === 'switches') CommandLine.prototype.hasSwitch = () => false
  const { fork } = utilityProcess
  utilityProcess.fork = (script, args, options) => {
    if (broken !== 'service') services.push(options?.serviceName ?? '')
    return fork(script, args, options)
  }
}

function giveSystem(): void {
  Object.assign(Menu, { getApplicationMenu: applicationMenu })
  Object.assign(nativeImage, { createFromPath: (path: string) => ({ isEmpty: () => !existsSync(path) }) })
  Object.assign(clipboard, {
    writeText: async (text: string) => clipboardText.put(text),
    readText: async () => clipboardText.text,
  })
  // As Electron does on Linux.
  const openExternal = async (address: string) => void (await promisify(execFile)('xdg-open', [address]))
  Object.assign(shell, { openExternal })
  let settings: ProxySettings = {}
  Object.assign(Session.prototype, {
    async setProxy(given: ProxySettings) {
      settings = given
    },
    resolveProxy: async (url: string) => resolveBy(settings, url),
    setCertificateVerifyProc: () => {},
  })
  if (broken === 'power') Object.assign(powerMonitor, { emit: () => false })
}
