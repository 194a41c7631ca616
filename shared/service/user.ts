import { z } from 'zod'
import { userFields } from '../records/user.ts'
import { receivedShape } from './field-schemas.ts'
import { recordFields, userId } from './fields.ts'

/** One of the tenant's staff, read-only. Unknown fields are kept. */
export const user = z.looseObject({ id: userId, ...recordFields, ...receivedShape(userFields) })

export type User = z.infer<typeof user>
