import type { Dispatcher } from 'undici'
import type { AppError } from '../../shared/domain/app-error.ts'
import type { AccessTokens } from './access-tokens.ts'
import { type Answer, exchange } from './exchange.ts'
import { refusalOf } from './judge-answer.ts'

/** An answer of any status, and the error it amounts to if it is not wanted. */
export type Reply = { answer: Answer; refusal(): AppError }

/** Sends one GET. `renewal` is shared by all tries of one request, so that it renews its token once at most. */
export type AuthorizedGet = (request: {
  path: string
  signal: AbortSignal
  renewal: { spent: boolean }
}) => Promise<Reply>

/** GET with the bearer token, which leaves for `base`'s origin alone; a first 401 renews the token and sends again. */
export function createAuthorizedGet(options: {
  dispatcher: Dispatcher
  base: URL
  tokens: AccessTokens
  maximumBytes: number
  stalledMs: number
}): AuthorizedGet {
  const { base, tokens, ...rest } = options
  const send = (path: string, token: string, signal: AbortSignal): Promise<Answer> => {
    const headers = { accept: 'application/json', 'accept-encoding': 'gzip', authorization: `Bearer ${token}` }
    return exchange({ ...rest, origin: base.origin, path, method: 'GET', headers, signal })
  }
  return async ({ path, signal, renewal }) => {
    const token = await tokens.current()
    const answer = await send(path, token, signal)
    if (answer.status !== 401 || renewal.spent) return reply(answer, [token])
    renewal.spent = true
    const renewed = await tokens.replace(token)
    return reply(await send(path, renewed, signal), [token, renewed])
  }
}

function reply(answer: Answer, secrets: readonly string[]): Reply {
  return { answer, refusal: () => refusalOf(answer, secrets) }
}
