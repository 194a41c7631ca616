import { z } from 'zod'
import { TABLE_NAMES } from '../store/tables.ts'
import type { Control } from './control.ts'
import { PAGE_FAULTS } from './page-faults.ts'

interface Operation {
  /** May be called with GET. */
  readOnly: boolean
  run(body: unknown): unknown
}

const pattern = z.string().refine(isPattern, 'Not a regular expression.')
const resource = z.enum(TABLE_NAMES)
const fields = z.record(z.string(), z.unknown())

const fault = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(300).max(599),
    retryAfter: z.union([z.number(), z.string()]).optional(),
  }),
  z.strictObject({ kind: z.literal('html'), status: z.int().min(200).max(599).optional() }),
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('hang') }),
  z.strictObject({ kind: z.literal('commit-then-drop') }),
  z.strictObject({ kind: z.literal('cut') }),
  z.strictObject({ kind: z.literal('truncate') }),
  z.strictObject({ kind: z.literal('without'), fields: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('wrong-content-length'), by: z.int() }),
  z.strictObject({ kind: z.literal('drip'), bytesPerSecond: z.number().positive() }),
])

const rule = z.strictObject({
  fault,
  method: z.string().optional(),
  path: pattern.optional(),
  times: z.int().positive().optional(),
  skip: z.int().nonnegative().optional(),
})

/** The operations of the control port by name, each with a schema for its body. */
export function createOperations(control: Control): Record<string, Operation> {
  const { colleague } = control
  return {
    stats: { readOnly: true, run: () => control.stats() },
    'reset-stats': operation(z.strictObject({}), () => control.resetStats()),
    reset: operation(z.strictObject({}), () => control.reset()),
    latency: operation(
      z.strictObject({ milliseconds: z.number().min(0).max(600_000), path: pattern.optional() }),
      (body) => control.setLatency(body.milliseconds, body.path),
    ),
    fail: operation(rule, (body) => control.fail(body)),
    pages: operation(z.strictObject({ resource, fault: z.enum(PAGE_FAULTS).nullable() }), (body) =>
      control.setPageFault(body.resource, body.fault),
    ),
    offline: operation(z.strictObject({}), () => control.goOffline()),
    online: operation(z.strictObject({}), () => control.goOnline()),
    'expire-access-tokens': operation(z.strictObject({}), () => control.expireAccessTokens()),
    'revoke-refresh-tokens': operation(z.strictObject({}), () => control.revokeRefreshTokens()),
    truth: operation(z.strictObject({ id: z.string() }), (body) => control.truthOf(body.id) ?? null),
    look: operation(z.strictObject({ resource, id: z.string() }), (body) => colleague.look(body.resource, body.id)),
    edit: operation(
      z.strictObject({ resource, id: z.string(), patch: fields.default({}), removed: z.array(z.string()).default([]) }),
      (body) => colleague.edit(body.resource, body.id, body.patch, body.removed),
    ),
    create: operation(z.strictObject({ resource, record: fields }), (body) =>
      colleague.create(body.resource, body.record),
    ),
    delete: operation(z.strictObject({ resource, id: z.string() }), (body) => colleague.remove(body.resource, body.id)),
    move: operation(z.strictObject({ resource, id: z.string() }), (body) => colleague.move(body.resource, body.id)),
    'replace-file': operation(
      z.strictObject({ id: z.string(), file_name: z.string(), media_type: z.string(), base64: z.base64() }),
      ({ id, file_name, media_type, base64 }) =>
        colleague.replaceFile(id, {
          ...{ fileName: file_name, mediaType: media_type, content: Buffer.from(base64, 'base64') },
        }),
    ),
    override: operation(z.strictObject({ resource, id: z.string(), json: z.unknown() }), (body) =>
      colleague.override(body.resource, body.id, body.json ?? null),
    ),
  }
}

function operation<Schema extends z.ZodType>(schema: Schema, run: (body: z.output<Schema>) => unknown): Operation {
  return { readOnly: false, run: (body) => run(schema.parse(body)) }
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source)
    return true
  } catch {
    return false
  }
}
