import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/domain/app-error.ts'
import { withTimeLimit } from '../../../shared/lib/calls.ts'
import { type Log, noLog } from '../../logs/log.ts'
import type { DocumentPrinter } from '../../platform/host.ts'
import { createDevtoolsPipe, type DevtoolsPipe } from './devtools-pipe.ts'
import { endProgram } from './run-program.ts'

/** Limits in ms: until Chromium answers, for one document, and for the end of its main process and then of its other ones. */
export type PrinterLimits = { start: number; print: number; end: number }
const usualLimits: PrinterLimits = { start: 30_000, print: 120_000, end: 5_000 }

const switches = [
  '--headless',
  // Documents and PDFs pass through two pipes that nothing but this process has: no port, no file.
  '--remote-debugging-pipe',
  '--incognito',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-gpu',
  '--password-store=basic',
  '--disk-cache-size=1',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  // See app-window.ts.
  ...(process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

type Options = {
  /** The executable; undefined if none was found. */
  browser: string | undefined
  /** A folder of its own, which is removed before and afterwards. */
  profile: string
  limits?: PrinterLimits
  log?: Log
}

/**
 * Removes a printer's folder; also called at the start: a Steward that was killed while it printed leaves one. Files that are still
 * open are retried for about 5 s. A failure is logged, and the next print or start removes the folder.
 */
export const removePrinterProfile = (profile: string, log: Log): Promise<void> =>
  rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch((problem) =>
    log('print-folder-left', { system: (problem as NodeJS.ErrnoException).code ?? null }),
  )

/**
 * Starts a Chromium without a window that prints documents until it is closed.
 *
 * @throws AppError `print/unavailable` if there is none, or if it does not start: a firm's policy for the browser can forbid it
 */
export async function openDocumentPrinter({
  browser,
  profile,
  limits = usualLimits,
  log = noLog,
}: Options): Promise<DocumentPrinter> {
  if (browser === undefined) throw unavailable('No Chrome, Chromium or Edge was found on this computer.')
  await removePrinterProfile(profile, log)
  await mkdir(profile, { recursive: true, mode: 0o700 })
  const child = spawn(browser, [...switches, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: hasProcessGroups,
    shell: false,
    windowsHide: true,
  })
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const pipe = createDevtoolsPipe(child.stdio[3] as Writable, child.stdio[4] as Readable)
  void ended.then(() => pipe.end())
  const close = async () => {
    void pipe.call('Browser.close', {}).catch(() => {})
    await endProgram(child, ended, limits.end)
    if (hasProcessGroups && child.pid !== undefined) await endGroup(child.pid, limits.end)
    await removePrinterProfile(profile, log)
  }
  try {
    await withTimeLimit(pipe.call('Browser.getVersion', {}), limits.start, tooLate)
  } catch (cause) {
    child.kill('SIGKILL')
    await close()
    throw unavailable('The browser on this computer did not start without a window; a policy may forbid it.', cause)
  }
  return { print: (html, signal) => printDocument(pipe, { html, signal, limit: limits.print }), close }
}

/**
 * Chromium's other processes can outlive its main one, and write into the profile. Elsewhere than on Windows, all are a process group
 * of their own, which can be ended as a whole. On Windows only the main process is ended; a file that another one still has open
 * delays the removal of the profile, or leaves it to the next print or start.
 */
const hasProcessGroups = process.platform !== 'win32'

/** Kills every process of a group, and waits for their end, for at most `limitMs`. */
async function endGroup(group: number, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs
  while (killGroup(group) && performance.now() < until) await delay(20)
}

/** Returns false if no process of the group is left. */
function killGroup(group: number): boolean {
  try {
    return process.kill(-group, 'SIGKILL')
  } catch {
    return false
  }
}

type Job = { html: string; signal: AbortSignal; limit: number }

async function printDocument(pipe: DevtoolsPipe, { html, signal, limit }: Job): Promise<Uint8Array> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([withTimeLimit(printInTarget(pipe, html), limit, tooLate), aborted.promise])
  } catch (problem) {
    if (signal.aborted) throw signal.reason
    throw problem instanceof AppError ? problem : failed(problem)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Prints in a page of its own, which is closed however that ends. */
async function printInTarget(pipe: DevtoolsPipe, html: string): Promise<Uint8Array> {
  const { targetId } = await pipe.call('Target.createTarget', { url: 'about:blank' })
  try {
    return await printIn(pipe, String(targetId), html)
  } finally {
    await pipe.call('Target.closeTarget', { targetId }).catch(() => {})
  }
}

async function printIn(pipe: DevtoolsPipe, targetId: string, html: string): Promise<Uint8Array> {
  const { sessionId } = await pipe.call('Target.attachToTarget', { targetId, flatten: true })
  const call = (method: string, parameters: object = {}) => pipe.call(method, parameters, String(sessionId))
  const asked: string[] = []
  const loaded = Promise.withResolvers<void>()
  const stop = pipe.onEvent(String(sessionId), (method, parameters) => {
    if (method === 'Page.loadEventFired') loaded.resolve()
    const url = requested(method, parameters)
    if (url !== null && !url.startsWith('data:')) asked.push(method)
  })
  try {
    await call('Emulation.setScriptExecutionDisabled', { value: true })
    await call('Network.enable')
    await call('Network.emulateNetworkConditions', {
      ...{ offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 },
    })
    await call('Page.enable')
    const { frameTree } = await call('Page.getFrameTree')
    const { frame } = frameTree as { frame: { id: string } }
    await call('Page.setDocumentContent', { frameId: frame.id, html })
    await loaded.promise
    const { data } = await call('Page.printToPDF', {
      ...{ printBackground: true, preferCSSPageSize: true, generateTaggedPDF: true, generateDocumentOutline: true },
    })
    if (asked.length > 0) throw failed(new Error('the document requested something'))
    return Buffer.from(String(data), 'base64')
  } finally {
    stop()
  }
}

/** The address that a page requests by this event; null for any other event. */
function requested(method: string, parameters: Readonly<Record<string, unknown>>): string | null {
  if (method !== 'Network.requestWillBeSent') return null
  return String((parameters.request as { url?: unknown } | undefined)?.url)
}

const tooLate = () => {
  throw failed(new Error('took too long'))
}

const failed = (cause: unknown) =>
  new AppError('print/failed', {
    message: 'The browser could not print this document.',
    nextStep: 'Try again with fewer sections; if it happens again, restart Steward.',
    cause,
  })

const unavailable = (message: string, cause?: unknown) =>
  new AppError('print/unavailable', {
    message,
    nextStep: 'Print from this window instead.',
    ...(cause === undefined ? {} : { cause }),
  })
