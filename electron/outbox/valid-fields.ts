import type { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import {
  documentCreate,
  documentSummaryUpdate,
  documentUpdate,
  householdCreate,
  householdUpdate,
  individualCreate,
  individualUpdate,
  valuationCreate,
} from '../../shared/service/writes.ts'

const schemas: Partial<Record<string, z.ZodType>> = {
  'create households': householdCreate,
  'create individuals': individualCreate,
  'create valuations': valuationCreate,
  'create documents': documentCreate,
  'update households': householdUpdate,
  'update individuals': individualUpdate,
  'update documents': documentUpdate,
  'update document-summaries': documentSummaryUpdate,
}

/**
 * Validates the fields of an operation: an update must not clear a field that the service does not document as clearable.
 * @throws AppError `ipc/bad-request`, with one issue for each invalid field
 */
export function validFields(
  { action, resource }: Pick<Operation, 'action' | 'resource'>,
  fields: JsonFields,
): JsonFields {
  const schema = schemas[`${action} ${resource}`]
  const judged = schema?.safeParse(fields)
  if (judged?.success) return fields
  throw new AppError('ipc/bad-request', {
    message: 'These fields cannot be sent as they are.',
    nextStep: 'Correct the fields listed, then save again.',
    issues: (judged?.error.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message })),
  })
}
