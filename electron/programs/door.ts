import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { withTimeLimit } from '../../shared/lib/calls.ts'
import { serveLoopback } from '../platform/loopback-server.ts'
import { writePrivateFile } from '../platform/private-file.ts'
import { type Caller, identifyCaller } from './caller.ts'
import type { Lines } from './firms.ts'
import {
  type AnswerLine,
  doorFile,
  maxRequestBytes,
  type ProgramRequest,
  programRequest,
  proofOf,
  proofTarget,
  protocolVersion,
  Refused,
} from './protocol.ts'

/**
 * Serves one request; throws {@link Refused}, or an AppError, which becomes the last line. `leaving` aborts when the program leaves; aborted
 * with an error from here, it ends the answer at once.
 */
export type Serve = (caller: Caller, request: ProgramRequest, leaving: AbortController) => Lines

export type Door = {
  /** Ends every answer with this error, and stops listening. */
  close(reason: Refused): Promise<void>
}

type DoorOptions = {
  userDataDir: string
  serve: Serve
  /** The last line of an answer that ends with an error. */
  errorLine: (thrown: unknown) => AnswerLine
}

/** The path of every request. */
const target = '/1'
/** How long an answer that ends may take to say why, in ms. */
const farewellMs = 1_000

/**
 * Listens on a port of the loopback interface that is free, and notes it in a file that only this user can read. Programs of other users
 * are disconnected as soon as the system says whose they are; a program of this user proves by a token of that file that it can read it,
 * which a web page in a browser cannot.
 */
export async function openDoor({ userDataDir, serve, errorLine }: DoorOptions): Promise<Door> {
  const path = join(userDataDir, doorFile)
  const token = randomBytes(32).toString('hex')
  const running = new Map<AbortController, Promise<void>>()
  const server = await serveLoopback({
    addresses: ['127.0.0.1'],
    port: 0,
    limits: {
      connectionsCheckingInterval: 500,
      headersTimeout: 5_000,
      insecureHTTPParser: false,
      keepAliveTimeout: 1_000,
      maxHeaderSize: 8 * 1024,
      requestTimeout: 10_000,
    },
    maxConnections: 32,
    handle: (port) => ({
      request(request, response) {
        const status = refusedStatus(request, { port, token })
        const challenge = challengeOf(request)
        if (status === null && challenge === null) begin(request, response)
        else if (status === null) response.writeHead(200, { connection: 'close' }).end(proofOf(token, challenge ?? ''))
        else response.writeHead(status, { connection: 'close' }).end()
      },
    }),
  })
  function begin(request: IncomingMessage, response: ServerResponse): void {
    const leaving = new AbortController()
    const ended = answer(request, response, leaving).finally(() => running.delete(leaving))
    running.set(leaving, ended)
  }
  async function answer(request: IncomingMessage, response: ServerResponse, leaving: AbortController): Promise<void> {
    response.on('close', () => leaving.abort())
    response.writeHead(200, {
      ...{ 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' },
      connection: 'close',
    })
    const send = async (line: AnswerLine) => {
      // A slow reader is waited for: nothing is read ahead of it.
      if (!response.write(`${JSON.stringify(line)}\n`)) await once(response, 'drain', { signal: leaving.signal })
    }
    try {
      const asked = await readRequest(request)
      const caller = await identifyCaller(request.socket, asked.program)
      for await (const line of serve(caller, asked, leaving)) await send(line)
      response.end()
    } catch (thrown) {
      // Rows that a slow reader has not taken yet are not delivered any more, those that the system has to send included.
      if (response.writableNeedDrain) request.socket.resetAndDestroy()
      else response.end(`${JSON.stringify(errorLine(leaving.signal.aborted ? leaving.signal.reason : thrown))}\n`)
    }
    // Resolves as well if the program left.
    await finished(response).catch(() => {})
  }
  await writePrivateFile(path, `${JSON.stringify({ version: protocolVersion, port: server.port, token })}\n`)
  return {
    async close(reason) {
      await rm(path, { force: true }).catch(() => {})
      for (const leaving of running.keys()) leaving.abort(reason)
      await withTimeLimit(Promise.all(running.values()), farewellMs, () => {})
      await server.close()
    },
  }
}

/** The HTTP status that refuses a request; null for one that a program of this user made. Browsers send headers that no other program does. */
function refusedStatus(request: IncomingMessage, { port, token }: { port: number; token: string }): number | null {
  const { rawHeaders, headers, method, url, httpVersion } = request
  const names = rawHeaders.filter((_value, at) => at % 2 === 0).map((name) => name.toLowerCase())
  if (new Set(names).size !== names.length || httpVersion !== '1.1') return 400
  if (headers.host !== `127.0.0.1:${port}`) return 421
  if (names.some((name) => name === 'origin' || name === 'referer' || name.startsWith('sec-'))) return 403
  if (challengeOf(request) !== null) return null
  if (method !== 'POST' || url !== target || headers['content-type'] !== 'application/json') return 404
  const length = headers['content-length']
  if (length === undefined || !/^\d{1,6}$/.test(length) || Number(length) > maxRequestBytes) return 413
  const given = Buffer.from(headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? null : 401
}

/** A program asks for a proof that Steward listens, and has sent nothing else; null for another request. */
function challengeOf({ method, url = '' }: IncomingMessage): string | null {
  const challenge = url.slice(proofTarget.length)
  return method === 'GET' && url.startsWith(proofTarget) && /^[0-9a-f]{64}$/.test(challenge) ? challenge : null
}

async function readRequest(request: IncomingMessage): Promise<ProgramRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    return programRequest.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    throw new Refused(
      'not-understood',
      'Steward did not understand the request.',
      'Use the command line of the same version as the Steward that runs.',
    )
  }
}
