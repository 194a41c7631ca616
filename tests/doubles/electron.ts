import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
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
  accelerator?: string
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
  shown: [] as string[],
  openedFiles: [] as string[],
  drags: [] as { file: string; icon: unknown }[],
  saveDialogs: [] as { window: boolean; options: unknown }[],
  messages: [] as { message: string; buttons: string[] }[],
  exitCodes: [] as number[],
  quits: 0,
}

/** An event whose default can be prevented. */
export class CancellableEvent {
  defaultPrevented = false
  preventDefault() {
    this.defaultPrevented = true
  }
}

const keep = (name: string) => (handler: Handler) => void told.handlers.set(name, handler)

class App extends EventEmitter {
  readonly isPackaged = false
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
    told.paths[name] = path
  }
  whenReady() {
    return Promise.resolve()
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
  startDrag = (drag: { file: string; icon: unknown }) => void told.drags.push(drag)
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return told.windows
  }
  static getFocusedWindow(): BrowserWindow | null {
    return told.windows.at(-1) ?? null
  }
  readonly options: unknown
  readonly webContents = new WebContents()
  readonly acts: string[] = []
  constructor(options: unknown) {
    super()
    this.options = options
    told.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url: string) {
    this.acts.push(`load ${url}`)
    this.webContents.mainFrame.url = url
    this.webContents.mainFrame.origin = 'app://steward'
    this.emit('ready-to-show')
  }
  show = () => void this.acts.push('show')
  focus = () => void this.acts.push('focus')
  restore = () => void this.acts.push('restore')
  isMinimized = () => true
  isDestroyed = () => false
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
}

export const powerMonitor = new PowerMonitor()
export const session = { defaultSession: new Session() }
export const protocol = { registerSchemesAsPrivileged: (schemes: unknown[]) => void told.privileged.push(...schemes) }
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
    return { response: 0 }
  },
  /** A person who takes the suggested place; one who leaves once there is a window. */
  async showSaveDialog(...args: unknown[]) {
    const options = args.at(-1) as { defaultPath: string }
    const window = args.length > 1
    told.saveDialogs.push({ window, options })
    return window ? { canceled: true, filePath: '' } : { canceled: false, filePath: options.defaultPath }
  },
}
export const Menu = {
  buildFromTemplate: (template: MenuEntry[]) => template,
  setApplicationMenu: (menu: MenuEntry[]) => void told.menus.push(menu),
}
export const utilityProcess = {
  fork: (script: string, args: string[]): ChildProcess =>
    spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }),
}
