import { readFileSync } from 'node:fs'

/** Runs in the page: what the preload requires of Electron, over one binding to the main process. */
function shim() {
  type Listener = (event: { ports: MessagePort[] }) => void
  type Told =
    | { kind: 'post'; channel: string; port: number }
    | { kind: 'port'; port: number; data: string }
    | { kind: 'answer'; call: number; result: unknown }
  const all = globalThis as unknown as {
    madeUp(text: string): void
    madeUpTell(told: Told): void
    madeUpFiles: unknown[]
  }
  const binding = all.madeUp
  const tell = (message: object) => binding(JSON.stringify(message))
  const listeners = new Map<string, Listener>()
  const ports = new Map<number, MessagePort>()
  const calls = new Map<number, (result: unknown) => void>()
  all.madeUpFiles = []
  all.madeUpTell = (told) => {
    if (told.kind === 'port') return ports.get(told.port)?.postMessage(told.data)
    if (told.kind === 'answer') return calls.get(told.call)?.(told.result)
    const { port1, port2 } = new MessageChannel()
    ports.set(told.port, port2)
    port2.onmessage = ({ data }) => tell({ kind: 'port', port: told.port, data })
    listeners.get(told.channel)?.({ ports: [port1] })
  }
  const electron = {
    ipcRenderer: {
      once: (channel: string, listener: Listener) => void listeners.set(channel, listener),
      send: (channel: string) => tell({ kind: 'send', channel }),
      invoke: (channel: string, ...args: unknown[]) =>
        new Promise((resolve) => {
          const call = calls.size
          calls.set(call, resolve)
          tell({ kind: 'invoke', channel, call, args })
        }),
    },
    // Chromium knows a file's path, but tells it only the main process: that looks the file up by its number.
    webUtils: { getPathForFile: (file: unknown) => `file ${all.madeUpFiles.push(file) - 1}` },
  }
  return () => electron
}

/** The script that each document runs first: the built preload with Electron's part of it. */
export const preloadScript = (preload: string): string =>
  `if (location.protocol !== 'about:') (function (require, module) {\n${readFileSync(preload, 'utf8')}\n})((${shim.toString()})(), { exports: {} })`
