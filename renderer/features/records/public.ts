// The parts of this feature that other features may use.

export {
  documentColumns,
  documentSummaryColumns,
  EntryMode,
  entityColumns,
  entityFileColumns,
  householdColumns,
  individualColumns,
  personFileColumns,
  rolesOf,
  summaryColumns,
  userColumns,
  valuationColumns,
} from './columns.tsx'
export { PendingNotice } from './PendingNotice.tsx'
export { RecordPage, RecordView } from './RecordPage.tsx'
export { RelatedSection } from './RelatedSection.tsx'
export { RecordDetails, recordFields } from './record-fields.tsx'
export { rowSummaries } from './row-summaries.tsx'
export { useFavourite } from './use-favourite.ts'
