import type { MessagePort } from 'node:worker_threads'
import { RPCLink } from '@orpc/client/message-port'
import { type Client, clientOver } from '../client-over.ts'
import type { BrowserWindow } from '../electron/browser-window.ts'
import { calls } from '../electron/calls.ts'
import { CancellableEvent } from '../electron/cancellable-event.ts'
import { forTests } from '../electron/for-tests.ts'
import { ipcMain } from '../electron/ipc-main.ts'
import type { WebContents } from '../electron/web-contents.ts'
import type { WebFrameMain } from '../electron/web-frame-main.ts'

/** A built main process that runs under the double of `electron`. */
export type Desk = {
  /** Its user-data folder. */
  folder: string
  /** Its first window, whose page is loaded. */
  window: BrowserWindow
}

/** A scenario to run on a {@link Desk}; its result is what the test checks. */
export type Scenario = (desk: Desk) => Promise<Readonly<Record<string, unknown>>>

const portsOf = (frame: WebFrameMain | null) => frame?.[forTests].posted.length ?? 0

/** Requests a port as a preload does; returns true if one was handed over. */
export function asksForPort(window: BrowserWindow, sender: WebContents, senderFrame: WebFrameMain | null): boolean {
  const own = window.webContents.mainFrame
  const before = portsOf(own) + portsOf(senderFrame)
  ipcMain[forTests].send({ sender, senderFrame }, 'steward:connect')
  return portsOf(own) + portsOf(senderFrame) > before
}

/** Returns the client of the page that has this port. */
export function clientOf(port: MessagePort | undefined): Client {
  if (port === undefined) throw new Error('No port was handed over.')
  return clientOver(
    new RPCLink({
      port: {
        on: (event: string, listener: (event?: { data: unknown }) => void) =>
          void port.on(event, (data: unknown) => listener({ data })),
        postMessage: (data: unknown) => port.postMessage(data),
      },
    }),
  )
}

/** Returns the client of a window's page, after requesting its port. */
export function connectPage(window: BrowserWindow | undefined): Client {
  if (window === undefined) throw new Error('There is no such window.')
  const { webContents } = window
  asksForPort(window, webContents, webContents.mainFrame)
  return clientOf(webContents.mainFrame[forTests].posted.at(-1)?.ports[0])
}

/** Resolves with the window of this number (0 is the first one) once its page is loaded. */
export function windowLoaded(number: number): Promise<BrowserWindow> {
  return new Promise((resolve) => {
    const look = setInterval(() => {
      const window = calls.windows[number]
      if (window === undefined || window[forTests].contents[forTests].loaded === null) return
      clearInterval(look)
      resolve(window)
    }, 5)
  })
}

/** Emits an event; returns true if its default was prevented. */
export function prevented(emit: (event: CancellableEvent) => void): boolean {
  const event = new CancellableEvent()
  emit(event)
  return event.defaultPrevented
}

/** Adds the facts of an event to it. */
export const withDetails = <Details extends object>(event: CancellableEvent, details: Details) =>
  Object.assign(event, details)

/** The calls that Steward made on a window, such as `show`. */
export const actsOf = (window: BrowserWindow | undefined): string[] => window?.[forTests].acts ?? []
