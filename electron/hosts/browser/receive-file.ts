import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../../shared/domain/app-error.ts'
import type { Core } from '../../api/core.ts'
import { type GuardedRequest, isFromOwnPage, respond } from './request-guard.ts'

export type FileExchange = { request: GuardedRequest; incoming: IncomingMessage; response: ServerResponse }

export type FileRouteOptions = {
  /** Of this server. */
  origin: string
  takeFile: Core['takeFile']
  /** Longest wait for the next bytes, in ms. */
  idleMs?: number
}

/** Default for `idleMs`: a page on this computer that pauses for longer is gone. */
const patienceMs = 30_000

const ticketForm = /^[\w-]{43}$/
const lengthForm = /^(?:0|[1-9]\d{0,15})$/

/**
 * Receives one file's bytes: from Steward's own page, with a valid ticket, and exactly as long as announced. They are streamed
 * into the sealed store at the speed at which it accepts them.
 */
export async function receiveFile({ request, incoming, response }: FileExchange, options: FileRouteOptions) {
  const { origin, takeFile, idleMs = patienceMs } = options
  if (!isFromOwnPage(request, origin)) return respond(response, 403)
  const ticket = request.header('x-steward-ticket') ?? ''
  const length = request.header('content-length') ?? ''
  const isPlain = request.header('content-type') === 'application/octet-stream' && lengthForm.test(length)
  if (!isPlain || request.header('transfer-encoding') !== undefined) return respond(response, 400)
  const taking = ticketForm.test(ticket) ? takeFile(ticket) : null
  if (taking === null) return respond(response, 403)
  if (Number(length) !== taking.size) {
    await taking.fail(otherSize())
    return respond(response, 409)
  }
  const isHere = await taking.receive(untilIdle(incoming, idleMs))
  respond(response, isHere ? 204 : 409)
}

/**
 * The body; fails if no bytes arrive for `idleMs`. The time that its reader takes does not count, nor the time in which this
 * process did not run: bytes that came in it are read before the timer is believed.
 */
async function* untilIdle(incoming: IncomingMessage, idleMs: number): AsyncGenerator<Uint8Array> {
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    const mine = setTimeout(() => setImmediate(() => timer === mine && giveUp()), idleMs)
    timer = mine
  }
  const giveUp = () => incoming.destroy(new Error('The page stopped sending.'))
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  wait()
  try {
    for await (const chunk of incoming) {
      stop()
      yield chunk
      wait()
    }
  } finally {
    stop()
  }
}

const otherSize = () =>
  new AppError('files/changed', {
    message: 'The file changed between being dropped and being read.',
    nextStep: 'Wait until it is saved, then drop it again.',
  })
