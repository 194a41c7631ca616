import type { DocumentSummaryUpdate } from '../../../shared/service/writes.ts'

/** Whether a text that a machine wrote was changed by a person who did not say whose it is now. */
export const authorUnsaid = (fields: DocumentSummaryUpdate, entryMode: unknown): boolean =>
  fields.summary !== undefined && fields.entry_mode === undefined && entryMode === 'AI_AUTO'
