import type { DocumentSummaryUpdate } from '../../../shared/service/writes.ts'

/** True if the update changes an AI-generated text without setting `entry_mode`, so the user must be asked who its author is. */
export const authorUnsaid = (fields: DocumentSummaryUpdate, entryMode: unknown): boolean =>
  fields.summary !== undefined && fields.entry_mode === undefined && entryMode === 'AI_AUTO'
