import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { basename } from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

// A double of `electron` with the parts that the main process uses. It records calls, and its ports really transfer messages.

/** The parts of a request that a scheme's handler reads. A real `Request` refuses some of the addresses tested here. */
export type SchemeRequest = { url: string; method: string }
type SchemeHandler = (request: SchemeRequest) => Response | Promise<Response>
type Handler = (...args: never[]) => unknown

/** A menu entry as the main process describes it. */
export type MenuEntry = {
  id?: string
  role?: string
  label?: string
  type?: string
  accelerator?: string
  enabled?: boolean
  click?: () => void
  submenu?: MenuEntry[]
}

/** The main process's calls to Electron, for tests to check. */
export const told = {
  privileged: [] as unknown[],
  paths: {} as Record<string, string>,
  scheme: new Map<string, SchemeHandler>(),
  handlers: new Map<string, Handler>(),
  windows: [] as BrowserWindow[],
  menus: [] as MenuEntry[][],
  opened: [] as string[],
  /** Addresses for which the system's proxy was requested. */
  proxied: [] as string[],
  shown: [] as string[],
  openedFiles: [] as string[],
  drags: [] as { file: string; icon: unknown }[],
  saveDialogs: [] as { window: boolean; options: unknown }[],
  messages: [] as { message: string; buttons: string[] }[],
  /** Context menus that were opened. */
  popups: [] as MenuEntry[][],
  copied: [] as string[],
  /** Options of printing and of saving as a PDF. */
  prints: [] as unknown[],
  notices: [] as Notification[],
  badges: [] as number[],
  /** App user model ids that were set for Windows. */
  modelIds: [] as string[],
  /** Options of crash reporting. */
  crashReporting: [] as unknown[],
  exitCodes: [] as number[],
  quits: 0,
  /** Calls made after Electron was ready that only have an effect before. */
  tooLate: [] as string[],
}

/** The user's next actions: answers to questions, a place for files, a printer. */
export const person = {
  /** Button numbers; when the list is empty, the first button. */
  answers: [] as number[],
  /** Where files are saved although a window is open. */
  savesTo: null as string | null,
  /** Electron's reason for a failed print; empty if printing succeeds. */
  printing: '',
  canMakePdf: true,
}

/** An event whose default can be prevented. */
export class CancellableEvent {
  defaultPrevented = false
  preventDefault() {
    this.defaultPrevented = true
  }
}

const readiness = { is: false, ...Promise.withResolvers<void>() }

/** Emits `ready` as Electron does once the main module has run, even if that still awaits something. */
export function becomeReady(): void {
  readiness.is = true
  readiness.resolve()
}

const beforeReady = (what: string) => void (readiness.is && told.tooLate.push(what))

const keep = (name: string) => (handler: Handler) => void told.handlers.set(name, handler)

class App extends EventEmitter {
  readonly isPackaged = false
  readonly commandLine = { hasSwitch: (name: string) => process.argv.includes(`--${name}`) }
  getPath(name: string) {
    return told.paths[name] ?? `/nowhere/${name}`
  }
  async getFileIcon(path: string) {
    return { iconOf: path }
  }
  getAppPath() {
    return '/nowhere/app'
  }
  setPath(name: string, path: string) {
    beforeReady(`path of ${name}`)
    told.paths[name] = path
  }
  whenReady() {
    return readiness.promise
  }
  setBadgeCount(count: number) {
    told.badges.push(count)
    return true
  }
  setAppUserModelId(id: string) {
    told.modelIds.push(id)
  }
  quit() {
    told.quits += 1
    this.emit('before-quit', new CancellableEvent())
  }
  exit(code = 0) {
    told.exitCodes.push(code)
    this.emit('test-exit', code)
  }
}

class Session extends EventEmitter {
  readonly partition: string | null
  readonly clearStorageData = async () => {}
  constructor(partition: string | null = null) {
    super()
    this.partition = partition
  }
  resolveProxy = async (url: string) => {
    told.proxied.push(url)
    return 'DIRECT'
  }
  readonly setPermissionRequestHandler = keep('permission-request')
  readonly setPermissionCheckHandler = keep('permission-check')
  readonly setDevicePermissionHandler = keep('device-permission')
  readonly protocol = {
    handle: (scheme: string, handler: SchemeHandler) => void told.scheme.set(scheme, handler),
  }
  readonly webRequest = {
    onBeforeRequest: (filter: unknown, handler: Handler) => {
      told.handlers.set('before-request-filter', () => filter)
      told.handlers.set('before-request', handler)
    },
  }
}

/** A frame as the main process sees it. Messages posted to it are kept with their ports. */
export class Frame {
  readonly detached = false
  readonly parent: Frame | null
  readonly posted: { channel: string; ports: MessagePort[] }[] = []
  url: string
  origin: string
  constructor(url: string, origin: string, parent: Frame | null = null) {
    this.url = url
    this.origin = origin
    this.parent = parent
  }
  postMessage(channel: string, _message: unknown, ports: PortMain[] = []) {
    this.posted.push({ channel, ports: ports.map(({ port }) => port) })
  }
}

export class WebContents extends EventEmitter {
  readonly mainFrame = new Frame('', '')
  setWindowOpenHandler = keep('window-open')
  print(options: unknown, done: (success: boolean, reason: string) => void) {
    told.prints.push(options)
    done(person.printing === '', person.printing)
  }
  async printToPDF(options: unknown) {
    told.prints.push(options)
    if (!person.canMakePdf) throw new Error('Failed to generate PDF')
    return Buffer.from('%PDF-1.7 made up')
  }
  reload = () => void this.emit('reloaded')
  forcefullyCrashRenderer = () => void this.emit('render-process-gone', {}, { reason: 'killed' })
  startDrag = (drag: { file: string; icon: unknown }) => void told.drags.push(drag)
}

type Rectangle = { x: number; y: number; width: number; height: number }
type WindowOptions = Partial<Rectangle> & { show?: boolean; autoHideMenuBar?: boolean; webPreferences?: unknown }

export class BrowserWindow extends EventEmitter {
  static focused: BrowserWindow | null = null
  static getAllWindows(): BrowserWindow[] {
    return told.windows.filter((window) => !window.isDestroyed())
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
    told.windows.push(this)
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

/** Electron wraps messages that arrive at a port of the main process in an event. */
class PortMain {
  readonly port: MessagePort
  constructor(port: MessagePort) {
    this.port = port
  }
  on(event: string, listener: (event?: { data: unknown }) => void) {
    this.port.on(event, (data: unknown) => listener(event === 'message' ? { data } : undefined))
  }
  start = () => this.port.start()
  close = () => this.port.close()
  postMessage = (data: unknown) => this.port.postMessage(data)
}

export class MessageChannelMain {
  readonly port1: PortMain
  readonly port2: PortMain
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new PortMain(port1)
    this.port2 = new PortMain(port2)
  }
}

export const app = new App()
/** Calls from a window that the main process answers. */
class IpcMain extends EventEmitter {
  readonly handle = (channel: string, handler: Handler) => void told.handlers.set(channel, handler)
}

export const ipcMain = new IpcMain()

/** Seconds since the last user input. */
class PowerMonitor extends EventEmitter {
  idleSeconds = 0
  getSystemIdleTime = () => this.idleSeconds
  getSystemIdleState = () => 'active'
}

export const powerMonitor = new PowerMonitor()
export const crashReporter = {
  start(options: unknown) {
    beforeReady('reports of crashes')
    told.crashReporting.push(options)
  },
}
export const session = { defaultSession: new Session(), fromPartition: (name: string) => new Session(name) }
export const protocol = {
  registerSchemesAsPrivileged(schemes: unknown[]) {
    beforeReady('schemes')
    told.privileged.push(...schemes)
  },
}
export const shell = {
  openExternal: async (url: string) => void told.opened.push(url),
  showItemInFolder: (path: string) => void told.shown.push(path),
  /** Opens every file except those without a program for them. */
  async openPath(path: string) {
    told.openedFiles.push(path)
    return path.endsWith('.csv') ? 'No application knows how to open it.' : ''
  },
}
export const dialog = {
  showErrorBox: (title: string, text: string) => console.error(`${title}\n${text}`),
  /** The user presses the first button unless a test set another. */
  async showMessageBox(...args: unknown[]) {
    const options = args.at(-1) as { message: string; buttons: string[] }
    told.messages.push(options)
    return { response: person.answers.shift() ?? 0 }
  },
  /** The user accepts the suggested path, or cancels if there is a window. */
  async showSaveDialog(...args: unknown[]) {
    const options = args.at(-1) as { defaultPath: string }
    const window = args.length > 1
    told.saveDialogs.push({ window, options })
    if (person.savesTo !== null)
      return { canceled: false, filePath: `${person.savesTo}/${basename(options.defaultPath)}` }
    return window ? { canceled: true, filePath: '' } : { canceled: false, filePath: options.defaultPath }
  },
}
/** Returns a menu's entries, including those of its submenus. */
export const entriesOf = (menu: readonly MenuEntry[] = []): MenuEntry[] =>
  menu.flatMap((entry) => [entry, ...entriesOf(entry.submenu)])

type BuiltMenu = { template: MenuEntry[]; getMenuItemById(id: string): MenuEntry | null; popup(): void }

export const Menu = {
  buildFromTemplate: (template: MenuEntry[]): BuiltMenu => ({
    template,
    getMenuItemById: (id) => entriesOf(template).find((entry) => entry.id === id) ?? null,
    popup: () => void told.popups.push(template),
  }),
  setApplicationMenu: (menu: BuiltMenu) => void told.menus.push(menu.template),
}
export const utilityProcess = {
  fork: (script: string, args: string[]): ChildProcess =>
    spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }),
}
/** A system notification; a test clicks it by emitting `click`. */
export class Notification extends EventEmitter {
  static isSupported = () => true
  readonly options: { title: string; body: string }
  constructor(options: { title: string; body: string }) {
    super()
    this.options = options
  }
  show = () => void told.notices.push(this)
}
export const nativeImage = {
  createFromBitmap: (bitmap: Buffer, size: { width: number; height: number }) => ({ bytes: bitmap.length, ...size }),
}
export const clipboard = { writeText: (text: string) => void told.copied.push(text) }

/** Two displays side by side; the primary one has a bar at its top. */
const displays = [
  { id: 1, workArea: { x: 0, y: 40, width: 1920, height: 1040 } },
  { id: 2, workArea: { x: 1920, y: 0, width: 1280, height: 1024 } },
] as const
export const screen = { getPrimaryDisplay: () => displays[0], getAllDisplays: () => displays.toReversed() }
