import { z } from 'zod'
import type { Operation } from './operation.ts'
import { isNothing, own } from './same.ts'

/** A write's content at one moment: the record's title, and each field's old and new value; null for an empty value. */
export const operationValues = z.strictObject({
  title: z.string(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.json(), after: z.json() })),
})

export type OperationValues = z.infer<typeof operationValues>

/** True if a change empties a field that had a value. */
export const isClearing = ({ before, after }: Pick<OperationValues['changes'][number], 'before' | 'after'>): boolean =>
  isNothing(after) && !isNothing(before)

/** The current content of a write. */
export const valuesOf = ({ title, fields, base }: Pick<Operation, 'title' | 'fields' | 'base'>): OperationValues => ({
  title,
  changes: Object.entries(fields).map(([field, after]) => ({ field, before: own(base ?? {}, field) ?? null, after })),
})
