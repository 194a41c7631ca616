import { app, type BrowserWindow, type Session } from 'electron'
import type { CommandId } from '../../../shared/domain/commands.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'
import type { Core } from '../../core/core.ts'
import { createIpcHandler } from '../../ipc/handler.ts'
import { reportUnexpected } from '../report-unexpected.ts'
import { createWindowCore, type WindowCore } from '../window-core.ts'
import { handOverPorts } from './hand-over-port.ts'
import { createWindow, loadPage, showWindow } from './window.ts'

type Options = {
  core: Core
  preload: string
  session: Session
  /** Another window is in front, or what the one in front offers has changed. */
  onChange(): void
}

/** The open windows, of which one is in front. */
export type Windows = {
  /** @param path - an address of the app, judged by the contract */
  open(path: string): Promise<void>
  /** Brings the one that was in front last to the front. */
  show(): void
  run(id: CommandId): void
  /** Tells the page of the window in front. */
  tell(event: AppEvent): void
  /** The screen that the window in front shows, if its page has told. */
  screen(): string | null
  /** What can be done in the window in front. */
  offered(): ReadonlySet<CommandId>
}

const nothing: ReadonlySet<CommandId> = new Set()

/** {@link Windows}, of which none is open yet. */
export function createWindows({ core, preload, session, onChange }: Options): Windows {
  const open = new Map<BrowserWindow, WindowCore>()
  const order: BrowserWindow[] = []
  const remember = (window: BrowserWindow) => {
    if (order.includes(window)) order.splice(order.indexOf(window), 1)
    if (open.has(window)) order.push(window)
    onChange()
  }
  app.on('browser-window-focus', (_event, window) => remember(window))
  const front = () => order.at(-1)
  const inFront = () => {
    const window = front()
    return window && open.get(window)
  }
  return {
    async open(path) {
      const window = createWindow(preload, session)
      const own = createWindowCore(core, onChange)
      open.set(window, own)
      remember(window)
      handOverPorts(window, createIpcHandler({ core: own.core, onUnexpected: reportUnexpected }))
      window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) own.beginAnew()
      })
      window.on('closed', () => {
        open.delete(window)
        remember(window)
      })
      await loadPage(window, path)
    },
    show() {
      const window = front()
      if (window !== undefined) showWindow(window)
    },
    run: (id) => inFront()?.run(id),
    tell: (event) => inFront()?.tell(event),
    screen: () => inFront()?.screen() ?? null,
    offered: () => inFront()?.offered() ?? nothing,
  }
}
