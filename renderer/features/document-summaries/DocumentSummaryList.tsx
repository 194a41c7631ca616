import { documentSummaryColumns } from '../../components/columns/documents.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { defaultSorts } from '../../lib/default-sorts.ts'

export function DocumentSummaryList() {
  const { documentSummaries } = useApi()
  return (
    <ResourceGrid
      resource="document-summaries"
      columns={documentSummaryColumns}
      defaultSort={defaultSorts['document-summaries']}
      list={documentSummaries.list}
    />
  )
}
