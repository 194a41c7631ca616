import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type * as Electron from 'electron'
import { calls, machine } from './calls.ts'
import { CancellableEvent } from './cancellable-event.ts'
import { Emitter } from './emitter.ts'
import { forTests } from './for-tests.ts'
import { NativeImage } from './native-image.ts'
import { atReady, beforeReady, isReady, whenReady } from './readiness.ts'
import type { EventsOf } from './surface.ts'

type PathName = Parameters<Electron.App['getPath']>[0]

const pathNames: readonly string[] = [
  'home',
  'appData',
  'assets',
  'userData',
  'sessionData',
  'temp',
  'exe',
  'module',
  'desktop',
  'documents',
  'downloads',
  'music',
  'pictures',
  'videos',
  'recent',
  'logs',
  'crashDumps',
] satisfies PathName[]

const isPathName = (name: string): name is PathName => pathNames.includes(name)

export class CommandLine {
  readonly #removed = new Set<string>()
  hasSwitch(name: string): boolean {
    const isGiven = process.argv.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`))
    return isGiven && !this.#removed.has(name)
  }
  removeSwitch(name: string): void {
    this.#removed.add(name)
  }
  appendSwitch(name: string, value?: string): void {
    beforeReady(`switch ${name}`)
    calls.switches.push(value === undefined ? name : `${name}=${value}`)
  }
}

export class App extends Emitter<EventsOf<Electron.App>> {
  readonly commandLine = new CommandLine()
  #phase: 'running' | 'quitting' | 'exiting' | 'over' = 'running'
  readonly #exited = Promise.withResolvers<void>()
  readonly [forTests] = {
    /** Resolves once the app has ended. */
    exited: this.#exited.promise,
    /** The last window is gone. */
    onWindowAllClosed: () => this.#onWindowAllClosed(),
    /** A window did not close. */
    onCloseCancelled: () => void (this.#phase === 'quitting' && this.#enter('running')),
  }
  get isPackaged(): boolean {
    return machine.isPackaged
  }
  getPath(name: PathName): string {
    return calls.paths[name] ?? `/nowhere/${name}`
  }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    if (!isPathName(name) || !existsSync(path)) throw new Error('Failed to set path')
    beforeReady(`path of ${name}`)
    calls.paths[name] = path
  }
  getAppPath(): string {
    return '/nowhere/app'
  }
  async getFileIcon(path: string): Promise<NativeImage> {
    if (machine.fileIcons === 'none') throw new Error('Failed to get file icon.')
    return machine.fileIcons === 'empty'
      ? new NativeImage()
      : new NativeImage({ width: 32, height: 32 }, `icon of ${path}`)
  }
  isReady(): boolean {
    return isReady()
  }
  whenReady(): Promise<void> {
    return whenReady()
  }
  setBadgeCount(count = 0): boolean {
    calls.badges.push(count)
    return true
  }
  disableHardwareAcceleration(): void {
    beforeReady('hardware acceleration')
  }
  setActivationPolicy(_policy: 'regular' | 'accessory' | 'prohibited'): void {}
  requestSingleInstanceLock(): boolean {
    calls.singleInstanceLocks += 1
    return true
  }
  setAppUserModelId(id: string): void {
    calls.modelIds.push(id)
  }
  setAsDefaultProtocolClient(protocol: string, path?: string, args?: string[]): boolean {
    calls.protocolClients.push([protocol, path, args].filter((given) => given !== undefined))
    return true
  }
  quit(): void {
    calls.quits += 1
    if (this.#phase !== 'running') return
    const event = new CancellableEvent()
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#enter('quitting')
    const open = openWindows()
    if (open.length === 0) this.#willQuit()
    for (const window of open) window.close()
  }
  exit(exitCode = 0): void {
    calls.exitCodes.push(exitCode)
    this.#enter('exiting')
    const open = openWindows()
    for (const window of open) window[forTests].end()
    if (open.length === 0) this.#end()
  }
  #enter(phase: 'running' | 'quitting' | 'exiting' | 'over'): void {
    this.#phase = phase
  }
  #onWindowAllClosed(): void {
    if (this.#phase === 'exiting') this.#end()
    else if (this.#phase === 'quitting') this.#willQuit()
    // Without a listener, the app quits.
    else if (!this.emit('window-all-closed')) this.quit()
  }
  #willQuit(): void {
    const event = new CancellableEvent()
    this.emit('will-quit', event)
    if (event.defaultPrevented) {
      this.#enter('running')
      return
    }
    calls.exitCodes.push(0)
    this.#end()
  }
  #end(): void {
    if (this.#phase === 'over') return
    this.#enter('over')
    this.emit('quit', new CancellableEvent(), calls.exitCodes.at(-1) ?? 0)
    this.#exited.resolve()
  }
}

const openWindows = () => calls.windows.filter((window) => !window.isDestroyed())

export const app = new App()
atReady(() => app.emit('ready', new CancellableEvent(), {}))
