import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import type { Bundle } from '../common/bundle.ts'
import { type FileRouteOptions, receiveFile } from './receive-file.ts'
import { announcesBody, type GuardedRequest, isFromOwnPage, readJson, respond } from './request-guard.ts'
import type { Redemption, Sessions } from './sessions.ts'

/**
 * The check that a request must pass before the route's handler runs:
 * - `nothing-secret`: anyone on this computer may read it, since it is the same for everyone
 * - `nonce`: Steward's own page, with a nonce in its JSON body
 * - `token`: Steward's own page, with a session token in the first frame
 * - `ticket`: Steward's own page, with the one-time ticket of an announced file in a header
 */
export type Guard = 'nothing-secret' | 'nonce' | 'token' | 'ticket'

type Exchange = { request: GuardedRequest; incoming: IncomingMessage; response: ServerResponse }
type Upgrade = { request: GuardedRequest; incoming: IncomingMessage; socket: Duplex; head: Buffer }

export type Route = {
  name: string
  guard: Guard
  method: 'GET' | 'POST'
  /** Its requests may last as long as bytes keep arriving. */
  isLong?: boolean
  matches(path: string): boolean
} & (
  | { kind: 'http'; handle(exchange: Exchange): Promise<void> | void }
  | { kind: 'upgrade'; handle(upgrade: Upgrade): void }
)

export type RouteOptions = FileRouteOptions & {
  bundle: Bundle
  sessions: Sessions
  /** A page was opened by a link that is used, expired or missing. */
  onStaleLink(): void
  acceptSocket(upgrade: Upgrade): void
}

const nonce = z.string().regex(/^[\w-]{43}$/)
const sessionRequest = z.union([
  z.strictObject({ launch: nonce }),
  z.strictObject({ resume: nonce }),
  z.strictObject({}),
])

/** Every route of this server. Any other request gets 404. */
export function createRoutes(options: RouteOptions): readonly Route[] {
  const { origin, bundle, sessions } = options
  return [
    {
      name: 'bundle',
      guard: 'nothing-secret',
      kind: 'http',
      method: 'GET',
      matches: (path) => bundle.find(path) !== undefined,
      handle({ request, response }) {
        const file = bundle.find(request.path)
        if (file === undefined || announcesBody(request)) return respond(response, 400)
        respond(response, 200, file)
      },
    },
    {
      name: 'session',
      guard: 'nonce',
      kind: 'http',
      method: 'POST',
      matches: (path) => path === '/session',
      async handle({ request, incoming, response }) {
        if (!isFromOwnPage(request, origin)) return respond(response, 403)
        const body = sessionRequest.safeParse(await readJson(request, incoming))
        if (!body.success) return respond(response, 400)
        const redemption = redeem(sessions, body.data)
        if ('granted' in redemption) return respond(response, 200, json(redemption.granted))
        if (redemption.refused === 'still-connected') return respond(response, 409)
        options.onStaleLink()
        respond(response, 401)
      },
    },
    {
      name: 'files',
      guard: 'ticket',
      kind: 'http',
      method: 'POST',
      isLong: true,
      matches: (path) => path === '/files',
      handle: (exchange) => receiveFile(exchange, options),
    },
    {
      name: 'ipc',
      guard: 'token',
      kind: 'upgrade',
      method: 'GET',
      matches: (path) => path === '/ipc',
      handle: options.acceptSocket,
    },
  ]
}

function redeem(sessions: Sessions, body: z.infer<typeof sessionRequest>): Redemption {
  if ('launch' in body) return sessions.redeemLaunch(body.launch)
  if ('resume' in body) return sessions.redeemResume(body.resume)
  return { refused: 'unknown' }
}

function json(value: unknown) {
  return { body: Buffer.from(JSON.stringify(value)), contentType: 'application/json; charset=utf-8' }
}
