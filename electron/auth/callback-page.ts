import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** The page that the browser shows after it returned to Steward. */
export type CallbackOutcome = 'received' | 'denied' | 'incomplete' | 'stray' | 'used' | 'foreign'

const texts: Record<CallbackOutcome, { title: string; sentence: string }> = {
  received: { title: 'Back to Steward', sentence: 'You can close this tab. Steward is finishing the sign-in.' },
  denied: { title: 'Not signed in', sentence: 'You can close this tab. Steward was not authorized.' },
  incomplete: {
    title: 'Not signed in',
    sentence: 'You can close this tab. The sign-in server sent no code, so Steward ended this sign-in.',
  },
  stray: {
    title: 'Steward did not start this sign-in',
    sentence:
      'This answer does not belong to the sign-in in progress. Close this tab and continue in the one Steward opened.',
  },
  used: {
    title: 'This address was opened before',
    sentence: 'Steward ended this sign-in. Close this tab and sign in again in Steward.',
  },
  foreign: {
    title: 'Not yours to sign in',
    sentence: 'The Steward that started this sign-in belongs to another user of this computer.',
  },
}

const statuses: Record<CallbackOutcome, number> = {
  received: 200,
  denied: 200,
  incomplete: 400,
  stray: 400,
  used: 410,
  foreign: 403,
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem;color:#1b2430;background:#fff}' +
  'h1{font-size:1.5rem}@media(prefers-color-scheme:dark){body{color:#e6e9ee;background:#14181f}}'

const styleHash = createHash('sha256').update(style).digest('base64')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  // The address contains the code, so it must not be sent as a referrer.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
}

/** Answers the browser with a page that loads nothing, runs nothing and has no links. */
export function sendCallbackPage(response: ServerResponse, outcome: CallbackOutcome): void {
  const { title, sentence } = texts[outcome]
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>${sentence}</p></body></html>`
  response.writeHead(statuses[outcome], headers).end(page)
}
