import type { AppError, AppErrorCode } from '../../shared/domain/app-error.ts'
import type { OperationProblem } from '../../shared/domain/operation.ts'
import { errorTextOf } from '../http/error-text.ts'

/**
 * The operation's record of why an attempt failed. Screens quote `detail` as the service's own words, so the detail of an error
 * without an answer is left out.
 */
export function problemOfError({ code, message, nextStep, detail = '' }: AppError): OperationProblem {
  const [, status, said] = /^HTTP (\d{3})(?:: (.+))?$/s.exec(detail) ?? []
  return { code, message, nextStep, status: status === undefined ? null : Number(status), detail: said ?? null }
}

/** The problem in an answer that was not accepted; the service's own message goes into `detail`. */
export function problemOfAnswer(status: number, bytes: Uint8Array): OperationProblem {
  const { code, message, nextStep } = sentences.find(({ matches }) => matches(status)) ?? failed
  return { code, message, nextStep, status, detail: detailOf(bytes) }
}

/** The service's message and its errors of single fields, without repeating a text. */
function detailOf(bytes: Uint8Array): string | null {
  const whole = errorTextOf(bytes)
  const fields = fieldErrorsOf(bytes)
  if (whole === null || fields.some((line) => line.endsWith(`: ${whole}`))) return fields.join('; ') || null
  return [whole, fields.join('; ')].join(' ').trim()
}

type Sentence = { code: AppErrorCode; matches: (status: number) => boolean; message: string; nextStep: string }

const failed: Sentence = {
  code: 'service/failed',
  matches: () => true,
  message: 'The service failed to answer.',
  nextStep: 'No action needed. Steward will check whether the change was received.',
}

const sentences: readonly Sentence[] = [
  {
    code: 'service/not-json',
    matches: (status) => status >= 200 && status < 300,
    message: 'The answer of the service could not be read.',
    nextStep: 'No action needed. Steward will check whether the change was received.',
  },
  {
    code: 'service/redirected',
    matches: (status) => status >= 300 && status < 400,
    message: 'The service tried to send Steward to another address, which it does not follow.',
    nextStep: 'Check the address of the service in the connection.',
  },
  {
    code: 'service/unauthorized',
    matches: (status) => status === 401,
    message: 'The service rejects the sign-in for this change.',
    nextStep:
      'Sign in again. The change is kept, and sent then; if it keeps happening, ask your firm’s administrator for access.',
  },
  {
    code: 'service/forbidden',
    matches: (status) => status === 403,
    message: 'You may not make this change.',
    nextStep: 'Ask your firm’s administrator for access, then retry, or discard the change.',
  },
  {
    code: 'service/not-found',
    matches: (status) => status === 404 || status === 410,
    message: 'The service does not have the record that this belongs to.',
    nextStep: 'Check whether a colleague deleted it, then retry or discard the change.',
  },
  {
    code: 'service/timed-out',
    matches: (status) => status === 408,
    message: 'The service stopped answering.',
    nextStep: 'No action needed. Steward will check whether the change was received.',
  },
  {
    code: 'service/rate-limited',
    matches: (status) => status === 429,
    message: 'The service asks for fewer requests.',
    nextStep: 'No action needed. The change is sent when the service allows it.',
  },
  {
    code: 'service/refused',
    matches: (status) => status >= 400 && status < 500,
    message: 'The service refused this change.',
    nextStep: 'Read its reason, then correct the change and retry, or discard it.',
  },
]

const maximumDepth = 4
const most = 10

const nameFields = ['field', 'path', 'param', 'parameter', 'loc', 'pointer', 'name'] as const
const textFields = ['message', 'detail', 'msg', 'reason', 'description', 'error'] as const

type Found = { field: string; message: string }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** `items[0].state`, `/items/0/state` and `["items",0,"state"]` all become `items.0.state`; null if the value names no field. */
function pathOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value.join('.') : typeof value === 'string' ? value : ''
  const path = text
    .replace(/\[(\w+)\]/g, '.$1')
    .replace(/^[#/.]+/, '')
    .replaceAll('/', '.')
    .replace(/^body\./, '')
  return /^[A-Za-z]\w{0,63}(\.\w{1,64}){0,5}$/.test(path) ? path : null
}

/** Made safe to show, like every text of a service. */
const cleaned = (text: unknown): string | null =>
  typeof text === 'string' ? errorTextOf(new TextEncoder().encode(JSON.stringify(text))) : null

function asFound(value: Record<string, unknown>): Found | null {
  const field = nameFields.map((name) => pathOf(value[name])).find((path) => path !== null)
  const message = textFields.map((name) => cleaned(value[name])).find((text) => text !== null)
  return field && message ? { field, message: message.replaceAll(';', ',') } : null
}

function collect(value: unknown, depth: number, found: Found[]): void {
  if (depth > maximumDepth || !isObject(value) || found.length >= most) return
  const one = Array.isArray(value) ? null : asFound(value)
  if (one) found.push(one)
  else for (const inside of Object.values(value).slice(0, 50)) collect(inside, depth + 1, found)
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes.subarray(0, 64 * 1024)))
  } catch {
    return null
  }
}

/**
 * Extracts errors of single fields from a refusal with any JSON structure, since the error format is not documented: `email: is
 * taken`.
 */
export const fieldErrorsOf = (bytes: Uint8Array): string[] =>
  errorsByField(bytes).map(({ field, message }) => `${field}: ${message}`)

/** The paths of the fields that a refusal names. */
export const namedFieldsOf = (bytes: Uint8Array): string[] => errorsByField(bytes).map(({ field }) => field)

function errorsByField(bytes: Uint8Array): Found[] {
  const found: Found[] = []
  collect(parsed(bytes), 0, found)
  return found.slice(0, most)
}
