import { z } from 'zod'
import { documentId, documentSummaryId, householdId, optionalText, recordFields } from './fields.ts'

/** A text summary of a document, as sent by the service. Enums are open; unknown fields are kept. */
export const documentSummary = z.looseObject({
  id: documentSummaryId,
  ...recordFields,
  display_name: z.string(),
  document_id: documentId,
  household_id: householdId,
  summary: z.string(),
  entry_mode: optionalText,
  summary_format: optionalText,
})

export type DocumentSummary = z.infer<typeof documentSummary>
