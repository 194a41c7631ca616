import { z } from 'zod'
import { documentSummaryFields } from '../records/document-summary.ts'
import { receivedShape } from './field-schemas.ts'
import { documentSummaryId, recordFields } from './fields.ts'

/** A text summary of a document, as sent by the service. Enums are open; unknown fields are kept. */
export const documentSummary = z.looseObject({
  id: documentSummaryId,
  ...recordFields,
  ...receivedShape(documentSummaryFields),
})

export type DocumentSummary = z.infer<typeof documentSummary>
