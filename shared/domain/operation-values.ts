import { z } from 'zod'
import type { Operation } from './operation.ts'
import { own } from './same.ts'

/** What a write said at a moment: how its record was called, and each field with what was there; null for nothing. */
export const operationValues = z.strictObject({
  title: z.string(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.json(), after: z.json() })),
})

export type OperationValues = z.infer<typeof operationValues>

/** What a write says as it is. */
export const valuesOf = ({ title, fields, base }: Pick<Operation, 'title' | 'fields' | 'base'>): OperationValues => ({
  title,
  changes: Object.entries(fields).map(([field, after]) => ({ field, before: own(base ?? {}, field) ?? null, after })),
})
