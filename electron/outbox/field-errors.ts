import { errorTextOf } from '../http/error-text.ts'

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
export function fieldErrorsOf(bytes: Uint8Array): string[] {
  const found: Found[] = []
  collect(parsed(bytes), 0, found)
  return found.slice(0, most).map(({ field, message }) => `${field}: ${message}`)
}
