import { z } from 'zod'
import { individualFields } from '../records/individual.ts'
import { receivedShape } from './field-schemas.ts'
import { individualId, recordFields } from './fields.ts'

/** A person (client profile), as sent by the service. Unknown fields are kept. */
export const individual = z.looseObject({ id: individualId, ...recordFields, ...receivedShape(individualFields) })

export type Individual = z.infer<typeof individual>
