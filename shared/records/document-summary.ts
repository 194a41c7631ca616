import { entryModeNames, summaryFormatNames } from '../domain/names.ts'
import type { Fields } from './field.ts'

/** The fields of a document's summary. */
export const documentSummaryFields = {
  display_name: { label: 'Name', kind: 'text', required: true, update: true },
  document_id: { label: 'Document', kind: 'link', to: 'documents', required: true, listed: true },
  household_id: { label: 'Household', kind: 'link', to: 'households', required: true, listed: true },
  summary: { label: 'Summary', kind: 'long-text', required: true, searched: true, update: true, together: 'text' },
  entry_mode: {
    label: 'Written by',
    kind: 'choice',
    choices: entryModeNames,
    listed: true,
    update: true,
    together: 'text',
  },
  summary_format: {
    label: 'Format',
    kind: 'choice',
    choices: summaryFormatNames,
    listed: true,
    update: true,
    together: 'text',
  },
} as const satisfies Fields

/** True if an update changes an AI-generated text without setting `entry_mode`, so the user must be asked who its author is. */
export const authorUnsaid = (
  update: Partial<Record<keyof typeof documentSummaryFields, unknown>>,
  entryMode: unknown,
): boolean => update.summary !== undefined && update.entry_mode === undefined && entryMode === 'AI_AUTO'
