import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright'
import { WebSocket } from 'ws'

const root = resolve(import.meta.dirname, '../..')

type FunctionCoverage = { ranges: { startOffset: number; endOffset: number; count: number }[] }
type ScriptCoverage = { url: string; functions: FunctionCoverage[] }
type Send = (method: string, params?: object) => Promise<unknown>

/** Counts the functions of one program that run. */
export type Counter = {
  /** Returns the project's source files of which a function ran since the last call, relative to the project's root. */
  take(): Promise<Set<string>>
}

/** Where a built script was written from, as its source map says. */
type Script = { map: SourceMap; folder: string; lineStarts: number[] }

/** The built scripts, by path. */
export type Scripts = ReadonlyMap<string, Script>

/** Reads the source maps in a folder and removes them: Steward serves no file of that kind. */
export function takeSourceMaps(folder: string): Scripts {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[cm]?js\.map$/.test(name))
  const scripts = maps.map((name): [string, Script] => {
    const mapPath = join(folder, name)
    const path = mapPath.slice(0, -'.map'.length)
    const map = new SourceMap(JSON.parse(readFileSync(mapPath, 'utf8')))
    rmSync(mapPath)
    const lineStarts = [0, ...[...readFileSync(path, 'utf8').matchAll(/\n/g)].map(({ index }) => index + 1)]
    return [path, { map, folder: dirname(path), lineStarts }]
  })
  return new Map(scripts)
}

/** The source file of the last mapped position before the end of a function, which is inside it; null if there is none. */
function sourceOf({ map, folder, lineStarts }: Script, endOffset: number): string | null {
  const end = endOffset - 1
  const line = lineStarts.findLastIndex((start) => start <= end)
  const entry = map.findEntry(line, end - (lineStarts[line] ?? 0))
  if (!('originalSource' in entry)) return null
  const source = relative(root, resolve(folder, entry.originalSource))
  return /^(?:electron|renderer|shared)\//.test(source) ? source : null
}

/** The built script with an address; undefined for any other. */
type FindScript = (url: string) => Script | undefined

function filesOf(result: readonly ScriptCoverage[], find: FindScript): Set<string> {
  const files = new Set<string>()
  for (const { url, functions } of result) {
    const script = find(url)
    if (script === undefined) continue
    for (const { ranges } of functions) {
      const [whole] = ranges
      // The function that begins with the file is the file itself: it runs when it is loaded.
      if (whole === undefined || whole.count === 0 || whole.startOffset === 0) continue
      const source = sourceOf(script, whole.endOffset)
      if (source !== null) files.add(source)
    }
  }
  return files
}

async function startCounting(send: Send): Promise<void> {
  await send('Profiler.enable')
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
}

async function takeFrom(send: Send, find: FindScript): Promise<Set<string>> {
  const { result } = (await send('Profiler.takePreciseCoverage')) as { result: ScriptCoverage[] }
  return filesOf(result, find)
}

/** Counts in a page. @param folder - the built files that are served to it */
export async function countInPage(page: Page, folder: string, scripts: Scripts): Promise<Counter> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = session.send.bind(session) as Send
  const find = (url: string) => (URL.canParse(url) ? scripts.get(join(folder, new URL(url).pathname)) : undefined)
  await startCounting(send)
  return { take: () => takeFrom(send, find) }
}

/** Counts in a Node process and in its worker threads. @param inspector - the address that it printed, `ws://…` */
export async function countInProcess(inspector: string, scripts: Scripts): Promise<Counter & { close(): void }> {
  const socket = new WebSocket(inspector)
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  const workers = new Map<string, Send>()
  let lastId = 0

  const sender =
    (post: (message: string) => void): Send =>
    (method, params = {}) => {
      lastId += 1
      const answer = Promise.withResolvers<unknown>()
      calls.set(lastId, answer)
      post(JSON.stringify({ id: lastId, method, params }))
      return answer.promise
    }
  const send = sender((message) => socket.send(message))
  const hear = (text: string) => {
    const { id, method, params, result, error } = JSON.parse(text)
    if (id !== undefined) {
      if (error) calls.get(id)?.reject(new Error(`The inspector refused: ${error.message}`))
      else calls.get(id)?.resolve(result)
      calls.delete(id)
    } else if (method === 'NodeWorker.receivedMessageFromWorker') hear(params.message)
    else if (method === 'NodeWorker.attachedToWorker') {
      const { sessionId } = params
      workers.set(
        sessionId,
        sender((message) => void send('NodeWorker.sendMessageToWorker', { sessionId, message })),
      )
    } else if (method === 'NodeWorker.detachedFromWorker') workers.delete(params.sessionId)
  }
  socket.on('message', (data) => hear(data.toString()))
  await new Promise((resolved, rejected) => socket.once('open', resolved).once('error', rejected))

  await startCounting(send)
  await send('NodeWorker.enable', { waitForDebuggerOnStart: false })
  await Promise.all([...workers.values()].map(startCounting))
  const find = (url: string) => (url.startsWith('file:') ? scripts.get(fileURLToPath(url)) : undefined)
  return {
    async take() {
      const taken = await Promise.all([send, ...workers.values()].map((each) => takeFrom(each, find)))
      return new Set(taken.flatMap((each) => [...each]))
    },
    close: () => socket.close(),
  }
}
