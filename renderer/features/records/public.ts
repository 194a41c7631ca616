// The parts of this feature that other features may use.

export {
  documentColumns,
  documentSummaryColumns,
  EntryMode,
  fileColumns,
  summaryColumns,
} from './columns/documents.tsx'
export { entityColumns, holdingColumns } from './columns/entities.tsx'
export { householdColumns } from './columns/households.tsx'
export { individualColumns, rolesOf } from './columns/individuals.tsx'
export { userColumns } from './columns/users.tsx'
export { valuationColumns } from './columns/valuations.tsx'
export { PendingNotice } from './PendingNotice.tsx'
export { RecordPage } from './RecordPage.tsx'
export { RecordView } from './RecordView.tsx'
export { RelatedSection } from './RelatedSection.tsx'
export { RecordDetails, recordFields } from './record-fields.tsx'
export { rowSummaries } from './row-summaries.tsx'
