import { z } from 'zod'
import { recordFields, userId } from './fields.ts'

/** One of the tenant's staff, read-only. Unknown fields are kept. */
export const user = z.looseObject({
  id: userId,
  ...recordFields,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
})

export type User = z.infer<typeof user>
