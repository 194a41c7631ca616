import type * as Electron from 'electron'
import { CancellableEvent } from './cancellable-event.ts'
import { Emitter } from './emitter.ts'
import { forTests } from './for-tests.ts'
import type { EventsOf, Here } from './surface.ts'
import type { WebContents } from './web-contents.ts'
import type { WebFrameMain } from './web-frame-main.ts'

type Listener = Here<Parameters<Electron.IpcMain['handle']>[1]>
type Sender = { sender: WebContents; senderFrame: WebFrameMain | null }

const copy = (args: unknown[]) => structuredClone(args)

/** Calls and messages from pages, which the main process answers. */
export class IpcMain extends Emitter<EventsOf<Electron.IpcMain>> {
  readonly #handlers = new Map<string, Listener>()
  readonly [forTests] = {
    /** Calls a handler as `ipcRenderer.invoke` does. */
    invoke: (from: Sender, channel: string, ...args: unknown[]) => this.#invoke(from, channel, copy(args)),
    /** Sends a message as `ipcRenderer.send` does. */
    send: (from: Sender, channel: string, ...args: unknown[]) =>
      this.emit(channel, { ...messageEvent(from), ports: [], reply: () => {}, returnValue: undefined }, ...copy(args)),
  }
  handle(channel: string, listener: Listener): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, listener)
  }
  async #invoke(from: Sender, channel: string, args: unknown[]): Promise<unknown> {
    try {
      const handler = this.#handlers.get(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      return structuredClone(await handler(messageEvent(from), ...args))
    } catch (problem) {
      // Only the text of an error reaches the page.
      throw new Error(`Error invoking remote method '${channel}': ${problem}`)
    }
  }
}

function messageEvent({ sender, senderFrame }: Sender) {
  const event = new CancellableEvent()
  const preventDefault = () => event.preventDefault()
  const type = 'frame' as const
  return { preventDefault, defaultPrevented: false, sender, senderFrame, frameId: 1, processId: 1, type }
}

export const ipcMain = new IpcMain()
