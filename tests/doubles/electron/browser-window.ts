import type * as Electron from 'electron'
import { app } from './app.ts'
import { calls } from './calls.ts'
import { CancellableEvent } from './cancellable-event.ts'
import { throwOnceDestroyed } from './destroyed.ts'
import { Emitter } from './emitter.ts'
import { forTests } from './for-tests.ts'
import type { NativeImage } from './native-image.ts'
import { assertReady } from './readiness.ts'
import type { EventsOf, Here } from './surface.ts'
import { WebContents } from './web-contents.ts'

type Options = Here<Electron.BrowserWindowConstructorOptions>

let focused: BrowserWindow | null = null

/** The user turns to another program. */
export function focusElsewhere(): void {
  const before = focused
  focused = null
  if (before === null || before.isDestroyed()) return
  before.emit('blur')
  app.emit('browser-window-blur', new CancellableEvent(), before)
}

export class BrowserWindow extends Emitter<EventsOf<Electron.BrowserWindow>> {
  static getAllWindows(): BrowserWindow[] {
    return calls.windows.filter((window) => !window.isDestroyed())
  }
  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window === focused) ?? null
  }
  readonly #contents = new WebContents()
  #destroyed = false
  #maximised = false
  #bounds: Partial<Electron.Rectangle>
  readonly [forTests]: {
    options: Options
    acts: string[]
    contents: WebContents
    /** Moves the window as a user does. */
    moveTo(to: Electron.Rectangle): void
    /** Ends the window with the program. */
    end(): void
  }
  constructor(options: Options = {}) {
    assertReady('Cannot create BrowserWindow before app is ready')
    super()
    this.#bounds = options
    const contents = this.#contents
    this[forTests] = {
      options,
      acts: [],
      contents,
      moveTo: (to) => this.#moveTo(to),
      end: () => this.#end(),
    }
    calls.windows.push(this)
    app.emit('web-contents-created', new CancellableEvent(), this.#contents)
    app.emit('browser-window-created', new CancellableEvent(), this)
    this.#contents.once('did-finish-load', () => this.emit('ready-to-show'))
    if (options.show !== false) this.#takeFocus()
  }
  get webContents(): WebContents {
    return this.#contents
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  loadURL(url: string): Promise<void> {
    this.#act(`load ${url}`)
    return this.#contents.loadURL(url)
  }
  show(): void {
    this.#act('show')
    this.#takeFocus()
  }
  focus(): void {
    this.#act('focus')
    this.#takeFocus()
  }
  restore(): void {
    this.#act('restore')
  }
  maximize(): void {
    this.#act('maximize')
    this.#maximised = true
    this.emit('maximize')
  }
  isMaximized(): boolean {
    return this.#maximised
  }
  isMinimized(): boolean {
    return true
  }
  /** Without a given position, the system chooses one. */
  getNormalBounds(): Electron.Rectangle {
    const { x = 40, y = 60, width = 800, height = 600 } = this.#bounds
    return { x, y, width, height }
  }
  setOverlayIcon(overlay: NativeImage | null, description: string): void {
    this.#act(overlay === null ? 'no overlay' : `overlay ${description}`)
  }
  close(): void {
    const event = new CancellableEvent()
    this.emit('close', event)
    if (event.defaultPrevented) app[forTests].onCloseCancelled()
    // The page is closed first, in its own process.
    else setImmediate(() => this.#end())
  }
  destroy(): void {
    this.#act('destroy')
    this.#end()
  }
  #act(name: string): void {
    this[forTests].acts.push(name)
  }
  #takeFocus(): void {
    if (focused === this) return
    focusElsewhere()
    focused = this
    this.emit('focus')
    app.emit('browser-window-focus', new CancellableEvent(), this)
  }
  #moveTo(to: Electron.Rectangle): void {
    this.#bounds = to
    this.emit('move')
  }
  #end(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#contents[forTests].destroy()
    this.emit('closed')
    if (BrowserWindow.getAllWindows().length === 0) app[forTests].onWindowAllClosed()
  }
}
throwOnceDestroyed(BrowserWindow)
