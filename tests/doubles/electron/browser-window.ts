import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { calls } from './calls.ts'
import { CancellableEvent } from './cancellable-event.ts'
import { WebContents } from './web-contents.ts'

type Rectangle = { x: number; y: number; width: number; height: number }
type WindowOptions = Partial<Rectangle> & { show?: boolean; autoHideMenuBar?: boolean; webPreferences?: unknown }

export class BrowserWindow extends EventEmitter {
  static focused: BrowserWindow | null = null
  static getAllWindows(): BrowserWindow[] {
    return calls.windows.filter((window) => !window.isDestroyed())
  }
  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window === BrowserWindow.focused) ?? null
  }
  readonly options: WindowOptions
  readonly webContents = new WebContents()
  readonly acts: string[] = []
  #closed = false
  #maximised = false
  #moved: Rectangle | null = null
  constructor(options: WindowOptions) {
    super()
    this.options = options
    calls.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, this)
    if (options.show !== false) this.#takeFocus()
  }
  async loadURL(url: string) {
    this.acts.push(`load ${url}`)
    this.webContents.mainFrame.url = url
    this.webContents.mainFrame.origin = 'app://steward'
    this.emit('ready-to-show')
  }
  #takeFocus() {
    if (BrowserWindow.focused === this) return
    BrowserWindow.focused = this
    app.emit('browser-window-focus', {}, this)
  }
  show() {
    this.acts.push('show')
    this.#takeFocus()
  }
  focus() {
    this.acts.push('focus')
    this.#takeFocus()
  }
  /** Without a given position, the system chooses one. */
  getNormalBounds(): Rectangle {
    const { x = 40, y = 60, width = 800, height = 600 } = this.#moved ?? this.options
    return { x, y, width, height }
  }
  /** Moves the window as a user does. */
  moveTo(bounds: Rectangle) {
    this.#moved = bounds
    this.emit('move')
  }
  maximize() {
    this.acts.push('maximize')
    this.#maximised = true
    this.emit('maximize')
  }
  isMaximized = () => this.#maximised
  /** Closes the window as a user does. */
  close() {
    this.emit('close', new CancellableEvent())
    this.#closed = true
    this.emit('closed')
    if (BrowserWindow.getAllWindows().length === 0) app.emit('window-all-closed')
  }
  /** Closes the window without asking. */
  destroy() {
    this.acts.push('destroy')
    this.#closed = true
    this.emit('closed')
  }
  restore = () => void this.acts.push('restore')
  setOverlayIcon = (icon: unknown, words: string) =>
    void this.acts.push(icon === null ? 'no overlay' : `overlay ${words}`)
  isMinimized = () => true
  isDestroyed = () => this.#closed
}
