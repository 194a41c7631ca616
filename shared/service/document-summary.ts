import { z } from 'zod'
import { documentId, documentSummaryId, householdId, optionalText, recordFields } from './fields.ts'

/** A text summary of a document, as the service sends it. Enums are open, unknown fields kept. */
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
