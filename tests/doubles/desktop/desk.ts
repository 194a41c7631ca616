import type { MessagePort } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { type BrowserWindow, CancellableEvent, type Frame, ipcMain, told, type WebContents } from '../electron.ts'
import type { Client } from '../ipc-transports.ts'

/** A built main process that runs under the double of `electron`. */
export type Desk = {
  /** Its user-data folder. */
  folder: string
  /** Its first window, whose page was loaded. */
  window: BrowserWindow
}

/** One thing that is tried on a {@link Desk}; what it returns is what a test looks at. */
export type Scenario = (desk: Desk) => Promise<Readonly<Record<string, unknown>>>

/** Asks for a port as a preload does; whether one came. */
export function asksForPort(window: BrowserWindow, sender: WebContents, senderFrame: Frame | null): boolean {
  const own = window.webContents.mainFrame
  const before = own.posted.length + (senderFrame?.posted.length ?? 0)
  ipcMain.emit('steward:connect', { sender, senderFrame })
  return own.posted.length + (senderFrame?.posted.length ?? 0) > before
}

/** The client of a page that has this port. */
export function clientOf(port: MessagePort | undefined): Client {
  if (port === undefined) throw new Error('No port was handed over.')
  return createORPCClient<Client>(
    new RPCLink({
      port: {
        on: (event: string, listener: (event?: { data: unknown }) => void) =>
          void port.on(event, (data: unknown) => listener({ data })),
        postMessage: (data: unknown) => port.postMessage(data),
      },
    }),
  )
}

/** The client of the page that a window shows, which asks for its port first. */
export function connectPage(window: BrowserWindow | undefined): Client {
  if (window === undefined) throw new Error('There is no such window.')
  const { webContents } = window
  asksForPort(window, webContents, webContents.mainFrame)
  return clientOf(webContents.mainFrame.posted.at(-1)?.ports[0])
}

/** Resolves with the window of this number (0 is the first one) once its page is loaded. */
export function windowLoaded(number: number): Promise<BrowserWindow> {
  return new Promise((resolve) => {
    const look = setInterval(() => {
      const window = told.windows[number]
      if (!window?.acts.some((act) => act.startsWith('load'))) return
      clearInterval(look)
      resolve(window)
    }, 5)
  })
}

/** Fires an event with these details, and what else it comes with; whether its default was prevented. */
export function prevented(
  emitter: { emit(name: string, event: unknown, ...rest: unknown[]): boolean },
  name: string,
  details: object = {},
  ...rest: unknown[]
): boolean {
  const event = Object.assign(new CancellableEvent(), details)
  emitter.emit(name, event, ...rest)
  return event.defaultPrevented
}
