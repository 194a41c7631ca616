import { createHash, randomBytes } from 'node:crypto'
import type { TestSandbox } from './sandbox.ts'
import type { ApiAnswer } from './sandbox-client.ts'

export const REDIRECT = 'http://127.0.0.1:43210/callback'

type Parameters = Record<string, string>

/** The address of the sign-in page, with these query parameters besides the required ones. */
export function authorizeUrl(sandbox: TestSandbox, more: Parameters = {}): string {
  const query = { client_id: sandbox.clientId, redirect_uri: REDIRECT, response_type: 'code', ...more }
  return `${sandbox.authorizeUrl}?${new URLSearchParams(query)}`
}

/** Submits the form of a sign-in page, for the first user that it offers. */
export function press(
  sandbox: TestSandbox,
  page: ApiAnswer,
  decision: string,
  headers: Parameters = {},
): Promise<ApiAnswer> {
  const form = {
    transaction: inputOf(page, /name="transaction" value="([^"]+)"/),
    user_id: inputOf(page, /<option value="([^"]+)"/),
    decision,
  }
  return sandbox.client.call(sandbox.authorizeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  })
}

/** Signs in and returns the query of the callback, which has a code or an error. */
export async function signIn(sandbox: TestSandbox, more: Parameters = {}): Promise<URLSearchParams> {
  const page = await sandbox.client.call(authorizeUrl(sandbox, more))
  const answer = page.status === 303 ? page : await press(sandbox, page, 'authorize')
  return new URL(String(answer.headers.location)).searchParams
}

/** Exchanges a code at the token endpoint. */
export function exchange(sandbox: TestSandbox, code: string, more: Parameters = {}): Promise<ApiAnswer> {
  return sandbox.client.token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...more })
}

/** A verifier and the query parameters of its challenge. */
export function pkce(): { verifier: string; query: Parameters } {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, query: { code_challenge: challenge, code_challenge_method: 'S256' } }
}

function inputOf(page: ApiAnswer, pattern: RegExp): string {
  return pattern.exec(String(page.body))?.[1] ?? ''
}
