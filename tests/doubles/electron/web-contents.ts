import type * as Electron from 'electron'
import { app } from './app.ts'
import { calls, machine, user } from './calls.ts'
import { CancellableEvent } from './cancellable-event.ts'
import { throwOnceDestroyed } from './destroyed.ts'
import { Emitter } from './emitter.ts'
import { forTests } from './for-tests.ts'
import type { EventsOf, Here } from './surface.ts'
import { WebFrameMain } from './web-frame-main.ts'

type WindowOpenHandler = Here<Parameters<Electron.WebContents['setWindowOpenHandler']>[0]>
type Loading = { url: string; settle(problem: LoadProblem | null): void }
type LoadProblem = { errno: number; code: string }

const aborted = { errno: -3, code: 'ERR_ABORTED' }
const failed = { errno: -2, code: 'ERR_FAILED' }

export class WebContents extends Emitter<EventsOf<Electron.WebContents>> {
  readonly #mainFrame = new WebFrameMain({ url: '', origin: '' })
  #loading: Loading | null = null
  #destroyed = false
  readonly [forTests] = {
    /** Address of the page that was loaded last. */
    loaded: null as string | null,
    windowOpen: null as WindowOpenHandler | null,
    replaced: [] as string[],
    /** A navigation begins: of the page itself, or of a frame in it. */
    navigate: (to: { isMainFrame: boolean; isSameDocument: boolean }) => this.#beginNavigation(this.#mainFrame.url, to),
    destroy: () => this.#destroy(),
  }
  get mainFrame(): WebFrameMain {
    return this.#mainFrame
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  loadURL(url: string): Promise<void> {
    const loading = Promise.withResolvers<void>()
    loading.promise.catch(() => {})
    this.#begin({ url, settle: (problem) => settle(loading, url, problem) })
    return loading.promise
  }
  reload(): void {
    this.#begin({ url: this.#mainFrame.url, settle: () => {} })
  }
  forcefullyCrashRenderer(): void {
    setImmediate(() => this.#rendererGone({ reason: 'killed', exitCode: 9 }))
  }
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this[forTests].windowOpen = handler
  }
  replaceMisspelling(text: string): void {
    this[forTests].replaced.push(text)
  }
  print(options: Electron.WebContentsPrintOptions = {}, callback?: (success: boolean, reason: string) => void): void {
    calls.prints.push(options)
    setImmediate(() => callback?.(user.printing === '', user.printing))
  }
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    calls.prints.push(options)
    if (user.pdfCrashes) {
      setImmediate(() => this.#rendererGone({ reason: 'crashed', exitCode: 5 }))
      return new Promise(() => {})
    }
    if (!user.canMakePdf) throw new Error('Failed to generate PDF')
    return Buffer.from('%PDF-1.7 made up')
  }
  startDrag({ file, icon }: Here<Electron.Item>): void {
    if (typeof icon !== 'string' && icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option")
    calls.drags.push({ file, icon })
  }
  #begin(loading: Loading): void {
    this.#loading?.settle(aborted)
    this.#loading = loading
    setImmediate(() => this.#load(loading))
  }
  #load(loading: Loading): void {
    if (this.#loading !== loading || this.#destroyed) return
    this.#beginNavigation(loading.url, { isMainFrame: true, isSameDocument: false })
    if (!machine.pagesLoad) return
    Object.assign(this.#mainFrame[forTests], { url: loading.url, origin: originOf(loading.url) })
    this.#loading = null
    this[forTests].loaded = loading.url
    this.emit('did-finish-load')
    loading.settle(null)
  }
  #beginNavigation(url: string, to: { isMainFrame: boolean; isSameDocument: boolean }): void {
    const details = Object.assign(new CancellableEvent(), { url, frame: this.#mainFrame, ...to })
    this.emit('did-start-navigation', details, url, to.isSameDocument, to.isMainFrame, 1, 1)
  }
  #rendererGone(details: Electron.RenderProcessGoneDetails): void {
    if (this.#destroyed) return
    app.emit('render-process-gone', new CancellableEvent(), this, details)
    this.emit('render-process-gone', new CancellableEvent(), details)
  }
  #destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#mainFrame[forTests].disposed = true
    this.emit('destroyed')
    this.#loading?.settle(failed)
  }
}
throwOnceDestroyed(WebContents)

/** The origin of Steward's own addresses; others are opaque to the URL parser of Node. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

function settle(loading: PromiseWithResolvers<void>, url: string, problem: LoadProblem | null): void {
  if (problem === null) {
    loading.resolve()
    return
  }
  const { errno, code } = problem
  loading.reject(Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { errno, code, url }))
}
