import { useApi } from '../../lib/api.ts'
import { defaultSorts, ResourceGrid } from '../lists/public.ts'
import { documentSummaryColumns, rowSummaries } from '../records/public.ts'

export function DocumentSummaryList() {
  const { documentSummaries } = useApi()
  return (
    <ResourceGrid
      resource="document-summaries"
      columns={documentSummaryColumns}
      defaultSort={defaultSorts['document-summaries']}
      list={documentSummaries.list}
      summary={rowSummaries['document-summaries']}
    />
  )
}
