import { expect } from 'vitest'
import { goodBodies, idFor, type Samples } from './bodies.ts'
import type { Contract } from './contract.ts'
import { bodyOf, type Schema } from './document.ts'

type Path = readonly (string | number)[]

/** Texts and values of every kind, at both sides of the limits in the service's description. */
const PROBES: readonly unknown[] = [
  null,
  '',
  'x',
  'NY',
  '😀😀',
  '2024-02-29',
  '2023-02-29',
  'ada@example.com',
  'ada@',
  true,
  'true',
  1.5,
  7,
  [],
  {},
]

/**
 * Sends each value for each field of the JSON bodies of these operations: what the document allows must be accepted, and what it
 * does not allow must be refused with 422.
 */
export async function probeBodies(
  contract: Contract,
  samples: Samples,
  operationIds: readonly string[],
): Promise<void> {
  const bodies = goodBodies(samples)
  for (const operationId of operationIds) {
    const id = idFor(operationId, samples)
    const good = bodies[operationId] ?? Object
    const fields = fieldsOf(schemaOf(contract, operationId))
    expect(fields.length).toBeGreaterThan(2)
    for (const { path, schema } of fields) {
      for (const value of [...PROBES, ...limitProbes(schema)]) {
        const body = withValue(good(), path, value)
        const isAllowed = contract.allows(operationId, { id, body })
        const accepted = [contract.success(operationId), ...semanticRefusals(path, value)]
        await contract.call(operationId, { id, body }, isAllowed ? accepted : 422)
      }
    }
    await contract.call(operationId, { id, body: { ...good(), unknown: 1 } }, 422)
  }
}

function schemaOf({ operations }: Contract, operationId: string): Schema {
  const operation = operations.get(operationId)
  return (operation && bodyOf(operation)?.schema) ?? {}
}

/** Sends each value for each parameter of each list: refused with 400 exactly if the document does not allow it. */
export async function probeQueries(contract: Contract, samples: Samples): Promise<void> {
  for (const [operationId, operation] of contract.operations) {
    if (!operation.isOfApi || operation.method !== 'GET') continue
    for (const { name, in: place, schema } of operation.parameters ?? []) {
      if (place !== 'query') continue
      for (const value of ['', 'x', '0', '1', '1000', '1001', '1.5', 'true', 'false', ...enumOf(schema)]) {
        const request = { id: idFor(operationId, samples), query: { [name]: value } }
        const isCursor = name === 'after' || name === 'before'
        const statuses = contract.allows(operationId, request) && !isCursor ? contract.success(operationId) : 400
        await contract.call(operationId, request, statuses)
      }
    }
  }
}

/** Every field of a body, those of the items of its arrays included. */
function fieldsOf(schema: Schema, before: Path = []): { path: Path; schema: Schema }[] {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = [...before, name]
    const items = field.items as Schema | undefined
    return [{ path, schema: field }, ...(items === undefined ? [] : fieldsOf(items, [...path, 0]))]
  })
}

/** Lengths at the limit, one above it, and at the limit in characters of two UTF-16 units. */
function limitProbes(schema: Schema): string[] {
  const most = [schema, ...((schema.anyOf ?? []) as Schema[])].find(
    ({ maxLength }) => maxLength !== undefined,
  )?.maxLength
  const longest = typeof most === 'number' ? [most] : [2048]
  return [
    ...longest.flatMap((length) => ['x'.repeat(length), 'x'.repeat(length + 1), '😀'.repeat(length)]),
    ...enumOf(schema),
  ]
}

function enumOf(schema: Schema): string[] {
  return Array.isArray(schema.enum) ? schema.enum.slice(0, 1) : []
}

/**
 * Statuses for values that a schema cannot refuse: a text that is no id of a record, an external id that is taken, and a third
 * primary client.
 */
function semanticRefusals(path: Path, value: unknown): number[] {
  const name = String(path.at(-1))
  if (name === 'is_primary' && value === true) return [409]
  if (typeof value !== 'string' || !name.endsWith('_id')) return []
  return name === 'external_id' ? [409] : [422]
}

function withValue(body: object, path: Path, value: unknown): object {
  const copy = structuredClone(body)
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], copy)
  ;(parent as Record<string | number, unknown>)[path.at(-1) ?? ''] = value
  return copy
}
