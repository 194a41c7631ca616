import type { MessagePort } from 'node:worker_threads'
import { app } from '../electron/app.ts'
import { type BrowserWindow, focusElsewhere } from '../electron/browser-window.ts'
import { CancellableEvent } from '../electron/cancellable-event.ts'
import { forTests } from '../electron/for-tests.ts'
import { ipcMain } from '../electron/ipc-main.ts'
import { detachPorts, type MessagePortMain } from '../electron/message-channel-main.ts'
import { leak } from './breakages.ts'
import type { Chromium } from './chromium.ts'
import { preloadScript } from './preload-shim.ts'
import { clipboardText } from './system.ts'

type Parts = {
  chromium: Promise<Chromium>
  /** The http origin that replaces `app://steward`, which Chromium does not know. */
  origin: Promise<string>
}

type Told = { kind: string; channel: string; port: number; call: number; data: string; args: unknown[] }

/** Gives a window of the double a tab in Chromium. */
export function openTab(window: BrowserWindow, { chromium, origin }: Parts): void {
  const contents = window.webContents
  const ports = new Map<number, MessagePort>()
  let tab: Tab | null = null
  let navigations = 0

  async function send<Result>(method: string, params: object = {}): Promise<Result> {
    tab ??= await createTab(await chromium)
    return (await chromium).cdp.send<Result>(method, params, tab.session)
  }
  const evaluate = async (expression: string) => {
    const { result } = await send<{ result: { value: unknown } }>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value
  }
  const tellPage = (told: object) => evaluate(`globalThis.madeUpTell?.(${JSON.stringify(told)})`).catch(() => {})

  const heard = async ({ payload }: { payload: string }) => {
    const { kind, channel, port, call, data, args } = JSON.parse(payload) as Told
    const from = { sender: contents, senderFrame: contents.mainFrame }
    if (kind === 'port') ports.get(port)?.postMessage(data)
    if (kind === 'send') ipcMain[forTests].send(from, channel)
    if (kind !== 'invoke') return
    const given = await Promise.all(args.map((arg) => pathOf(arg)))
    const result = await ipcMain[forTests].invoke(from, channel, ...given)
    await tellPage({ kind: 'answer', call, result })
  }
  /** The path of a file that the page named by its number. */
  const pathOf = async (arg: unknown) => {
    const [, number] = /^file (\d+)$/.exec(String(arg)) ?? []
    if (number === undefined) return arg
    const expression = `madeUpFiles[${number}]`
    const { result } = await send<{ result: { objectId: string } }>('Runtime.evaluate', { expression })
    const { path } = await send<{ path: string }>('DOM.getFileInfo', { objectId: result.objectId })
    return process.env.STEWARD_BROKEN === 'paths' ? '' : path
  }

  async function prepare(): Promise<void> {
    await send('Page.enable')
    await send('Runtime.enable')
    const { cdp } = await chromium
    const on = <Params>(method: string, listener: (params: Params) => void) =>
      cdp.events.on(`${tab?.session} ${method}`, (params: Params) => listener(params))
    on('Runtime.bindingCalled', (params: { payload: string }) => void heard(params))
    on('Page.frameNavigated', ({ frame }: { frame: { parentId?: string; url: string } }) => void navigated(frame))
    on('Inspector.targetCrashed', () => {
      const details = { reason: 'crashed', exitCode: 5 } as const
      app.emit('render-process-gone', new CancellableEvent(), contents, details)
      contents.emit('render-process-gone', new CancellableEvent(), details)
    })
    await send('Inspector.enable')
    await send('Runtime.addBinding', { name: 'madeUp' })
    const { preload } = window[forTests].options.webPreferences ?? {}
    if (preload !== undefined) await send('Page.addScriptToEvaluateOnNewDocument', { source: preloadScript(preload) })
  }
  const navigated = async ({ parentId, url }: { parentId?: string; url: string }) => {
    if (parentId !== undefined || window.isDestroyed()) return
    contents[forTests].navigate({ isMainFrame: true, isSameDocument: false })
    const shown = url.replace(await origin, 'app://steward')
    navigations += 1
    // The first page has to work, since Steward serves no page of another origin.
    const wrong = process.env.STEWARD_BROKEN === 'origin' && navigations > 1
    Object.assign(contents.mainFrame[forTests], { url: shown, origin: wrong ? 'null' : 'app://steward' })
  }

  Object.assign(contents.mainFrame, {
    postMessage(channel: string, _message: unknown, given: MessagePortMain[] = []) {
      for (const port of detachPorts(given)) {
        const number = ports.size
        ports.set(number, port)
        port.on('message', (data) => {
          leak(data)
          void tellPage({ kind: 'port', port: number, data })
        })
        void tellPage({ kind: 'post', channel, port: number })
      }
    },
  })
  Object.assign(window, { blur: focusElsewhere })
  Object.assign(contents, {
    async loadURL(url: string) {
      await prepare()
      await send('Page.navigate', { url: url.replace('app://steward', await origin) })
      contents.emit('did-finish-load')
    },
    executeJavaScript: evaluate,
    reload: () => void (process.env.STEWARD_BROKEN === 'reload' || send('Page.reload')),
    forcefullyCrashRenderer: () => void send('Page.crash').catch(() => {}),
    copy: async () => clipboardText.put(String(await evaluate('String(getSelection())'))),
    async printToPDF() {
      if (process.env.STEWARD_BROKEN === 'pdf') throw new Error('Failed to generate PDF')
      const { data } = await send<{ data: string }>('Page.printToPDF', { printBackground: true })
      return Buffer.from(data, 'base64')
    },
  })
}

type Tab = { session: string }

async function createTab({ cdp }: Chromium): Promise<Tab> {
  const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const attached = await cdp.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  return { session: attached.sessionId }
}
