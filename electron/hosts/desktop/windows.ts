import { app, type BrowserWindow, type Session, screen } from 'electron'
import type { CommandId } from '../../../shared/domain/commands.ts'
import type { AppEvent } from '../../../shared/ipc/events.ts'
import type { Core } from '../../api/core.ts'
import { createIpcHandler } from '../../api/transport/handler.ts'
import type { Log } from '../../logs/log.ts'
import { logFailures } from '../common/log-failures.ts'
import { createWindowCore, type WindowCore } from '../common/window-core.ts'
import { giveContextMenu } from './context-menu.ts'
import { handOverPorts } from './hand-over-port.ts'
import type { KeptWindow } from './kept-windows.ts'
import { createWindow, loadPage, showWindow } from './window.ts'
import { besideOf, reachable, type WindowPlace } from './window-place.ts'

type Options = {
  core: Core
  log: Log
  preload: string
  session: Session
  /** Another window is in front, or what the one in front offers has changed. */
  onChange(): void
  /** Windows as they stand now, the one in front last: one of them was moved, shows something else, came or went. */
  onPlaces(windows: readonly KeptWindow[]): void
}

/** What a window says of where it stands. */
const placeOf = (window: BrowserWindow): WindowPlace => ({
  bounds: window.getNormalBounds(),
  maximised: window.isMaximized(),
})

/** The open windows, of which one is in front. */
export type Windows = {
  /**
   * @param path - an address of the app, judged by the contract
   * @param place - where it stood before; beside the one in front when left out
   */
  open(path: string, place?: WindowPlace): Promise<void>
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
export function createWindows({ core, log, preload, session, onChange, onPlaces }: Options): Windows {
  const open = new Map<BrowserWindow, WindowCore>()
  /** What windows showed at first, without its query. */
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
  /** Displays come and go: what was a good place may be nowhere now. */
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
        if (isMainFrame && !isSameDocument) own.beginAnew()
      })
      giveContextMenu(window)
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
    offered: () => inFront()?.offered() ?? nothing,
  }
}
