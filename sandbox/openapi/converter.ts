import { z } from 'zod'

export type Json = Record<string, unknown>

/** Converts a schema; a named one is moved to the components and referred to. */
export type Convert = (schema: z.ZodType, io?: 'input' | 'output') => Json

/** Named schemas are added to `schemas`; all others stay inline. */
export function createConverter(schemas: Json): Convert {
  return (schema, io = 'output') => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io })).replaceAll('"#/$defs/', '"#/components/schemas/')
    const { $schema: _dialect, $defs, ...own } = JSON.parse(text) as Json & { $defs?: Json }
    for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = withoutId(definition as Json)
    if (typeof own.id !== 'string') return own
    schemas[own.id] = withoutId(own)
    return { $ref: `#/components/schemas/${own.id}` }
  }
}

function withoutId({ id: _id, ...schema }: Json): Json {
  return schema
}
