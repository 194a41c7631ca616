import { app, type BrowserWindow, type Session, screen } from 'electron'
import type { CommandId } from '../../../shared/domain/commands.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'
import type { Core } from '../../api/core.ts'
import { createIpcHandler } from '../../api/transport/handler.ts'
import type { Log } from '../../logs/log.ts'
import { logFailures } from '../common/log-failures.ts'
import { createWindowCore, type WindowCore } from '../common/window-core.ts'
import { giveContextMenu } from './context-menu.ts'
import type { KeptWindow } from './kept-windows.ts'
import { recoverPage } from './recover-pages.ts'
import { createWindow, handOverPorts, loadPage, showWindow } from './window.ts'
import { besideOf, reachable, type WindowPlace } from './window-place.ts'

type Options = {
  core: Core
  log: Log
  preload: string
  session: Session
  /** Another window is in front, or the commands of the front window changed. */
  onChange(): void
  /** The current windows, with the front one last: one was moved, shows another screen, was opened or was closed. */
  onPlaces(windows: readonly KeptWindow[]): void
}

/** Reads a window's current position. */
const placeOf = (window: BrowserWindow): WindowPlace => ({
  bounds: window.getNormalBounds(),
  maximised: window.isMaximized(),
})

/** The open windows, one of which is in front. */
export type Windows = {
  /**
   * @param path - an address of the app, validated against the contract
   * @param place - its previous position; by default offset from the front window
   */
  open(path: string, place?: WindowPlace): Promise<void>
  /** Brings the window that was last in front to the front. */
  show(): void
  run(id: CommandId): void
  /** Sends an event to the page of the front window. */
  tell(event: AppEvent): void
  /** The current screen of the front window, if its page reported it. */
  screen(): string | null
  /** Whether no window is open. */
  isEmpty(): boolean
  /** The commands available in the front window. */
  offered(): ReadonlySet<CommandId>
}

const nothing: ReadonlySet<CommandId> = new Set()

/** {@link Windows} without any open window. */
export function createWindows({ core, log, preload, session, onChange, onPlaces }: Options): Windows {
  const open = new Map<BrowserWindow, WindowCore>()
  /** The windows' first screens, without their queries. */
  const began = new WeakMap<BrowserWindow, string>()
  const order: BrowserWindow[] = []
  const remember = (window: BrowserWindow) => {
    if (order.includes(window)) order.splice(order.indexOf(window), 1)
    if (open.has(window)) order.push(window)
    onChange()
    tellPlaces()
  }
  const tellPlaces = () =>
    onPlaces(
      order.map((window) => ({ ...placeOf(window), path: open.get(window)?.screen() ?? began.get(window) ?? '/' })),
    )
  /** Displays can be removed, so a saved position may no longer be visible. */
  const placeFor = (asked: WindowPlace | undefined): WindowPlace | null => {
    const inFront = front()
    const wanted = asked ?? (inFront && besideOf(placeOf(inFront)))
    const main = screen.getPrimaryDisplay()
    const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
    return wanted
      ? reachable(
          wanted,
          [main, ...others].map(({ workArea }) => workArea),
        )
      : null
  }
  app.on('browser-window-focus', (_event, window) => remember(window))
  const front = () => order.at(-1)
  const inFront = () => {
    const window = front()
    return window && open.get(window)
  }
  return {
    async open(path, place) {
      const window = createWindow({ preload, session, place: placeFor(place) })
      const own = createWindowCore(core, () => {
        onChange()
        tellPlaces()
      })
      open.set(window, own)
      began.set(window, path.split('?', 1)[0] ?? '/')
      remember(window)
      handOverPorts(window, createIpcHandler({ core: own.core, ...logFailures(log) }))
      window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) own.resetForNewPage()
      })
      giveContextMenu(window)
      recoverPage(window)
      window.on('resize', tellPlaces)
      window.on('move', tellPlaces)
      window.on('maximize', tellPlaces)
      window.on('unmaximize', tellPlaces)
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
    isEmpty: () => open.size === 0,
    offered: () => inFront()?.offered() ?? nothing,
  }
}
