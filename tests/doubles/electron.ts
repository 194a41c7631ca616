import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { basename } from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'

// A double of `electron`: what the main process uses of it, noting what it was told, with ports that really carry.

/** What a scheme's handler reads of a request. A real `Request` refuses some of the addresses that are tried here. */
export type SchemeRequest = { url: string; method: string }
type SchemeHandler = (request: SchemeRequest) => Response | Promise<Response>
type Handler = (...args: never[]) => unknown

/** An entry of a menu, as the main process describes it. */
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

/** What the main process told Electron, for a test to look at. */
export const told = {
  privileged: [] as unknown[],
  paths: {} as Record<string, string>,
  scheme: new Map<string, SchemeHandler>(),
  handlers: new Map<string, Handler>(),
  windows: [] as BrowserWindow[],
  menus: [] as MenuEntry[][],
  opened: [] as string[],
  /** Addresses whose proxy was asked for. */
  proxied: [] as string[],
  shown: [] as string[],
  openedFiles: [] as string[],
  drags: [] as { file: string; icon: unknown }[],
  saveDialogs: [] as { window: boolean; options: unknown }[],
  messages: [] as { message: string; buttons: string[] }[],
  /** Menus that were opened where something was clicked. */
  popups: [] as MenuEntry[][],
  copied: [] as string[],
  /** How screens are to be printed, and made into a PDF. */
  prints: [] as unknown[],
  notices: [] as Notification[],
  badges: [] as number[],
  /** What Windows is to know the app by. */
  modelIds: [] as string[],
  /** How crashes are to be reported. */
  crashReporting: [] as unknown[],
  exitCodes: [] as number[],
  quits: 0,
  /** What was said once Electron was ready, though it is only heard before. */
  tooLate: [] as string[],
}

/** What the person at this computer does next: answers to questions, a place for files, a printer. */
export const person = {
  /** Numbers of buttons; the first one, once there are no more. */
  answers: [] as number[],
  /** Where files are saved though there is a window. */
  savesTo: null as string | null,
  /** What becomes of printing: Electron's reason when it fails. */
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

/** As Electron does once the main module has run, whatever that still waits for. */
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

/** A frame as the main process sees it; what was posted to it is kept with its ports. */
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
  /** Where nobody said, the system puts it. */
  getNormalBounds(): Rectangle {
    const { x = 40, y = 60, width = 800, height = 600 } = this.#moved ?? this.options
    return { x, y, width, height }
  }
  /** As a person moves it. */
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
  /** As a person closes it. */
  close() {
    this.emit('close', new CancellableEvent())
    this.#closed = true
    this.emit('closed')
    if (BrowserWindow.getAllWindows().length === 0) app.emit('window-all-closed')
  }
  restore = () => void this.acts.push('restore')
  setOverlayIcon = (icon: unknown, words: string) =>
    void this.acts.push(icon === null ? 'no overlay' : `overlay ${words}`)
  isMinimized = () => true
  isDestroyed = () => this.#closed
}

/** Electron wraps what arrives at a port of the main process in an event. */
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
/** What a window may ask of the main process and be answered. */
class IpcMain extends EventEmitter {
  readonly handle = (channel: string, handler: Handler) => void told.handlers.set(channel, handler)
}

export const ipcMain = new IpcMain()

/** Nobody has touched this computer for so long, seconds. */
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
export const session = { defaultSession: new Session() }
export const protocol = {
  registerSchemesAsPrivileged(schemes: unknown[]) {
    beforeReady('schemes')
    told.privileged.push(...schemes)
  },
}
export const shell = {
  openExternal: async (url: string) => void told.opened.push(url),
  showItemInFolder: (path: string) => void told.shown.push(path),
  /** Opens all but what nothing on this computer opens. */
  async openPath(path: string) {
    told.openedFiles.push(path)
    return path.endsWith('.csv') ? 'No application knows how to open it.' : ''
  },
}
export const dialog = {
  showErrorBox: (title: string, text: string) => console.error(`${title}\n${text}`),
  /** A person who takes whatever happens without being asked twice. */
  async showMessageBox(...args: unknown[]) {
    const options = args.at(-1) as { message: string; buttons: string[] }
    told.messages.push(options)
    return { response: person.answers.shift() ?? 0 }
  },
  /** A person who takes the suggested place; one who leaves once there is a window. */
  async showSaveDialog(...args: unknown[]) {
    const options = args.at(-1) as { defaultPath: string }
    const window = args.length > 1
    told.saveDialogs.push({ window, options })
    if (person.savesTo !== null)
      return { canceled: false, filePath: `${person.savesTo}/${basename(options.defaultPath)}` }
    return window ? { canceled: true, filePath: '' } : { canceled: false, filePath: options.defaultPath }
  },
}
/** A menu's entries, and those of the menus in it. */
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
/** A notice of the system's; a test clicks it by emitting that. */
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

/** Two displays side by side, the main one with a bar at its top. */
const displays = [
  { id: 1, workArea: { x: 0, y: 40, width: 1920, height: 1040 } },
  { id: 2, workArea: { x: 1920, y: 0, width: 1280, height: 1024 } },
] as const
export const screen = { getPrimaryDisplay: () => displays[0], getAllDisplays: () => displays.toReversed() }
