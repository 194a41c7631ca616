import { documentSummaryColumns } from '../../components/columns/documents.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'

const byDefault = { column: 'updated_at', direction: 'desc' } as const

export function DocumentSummaryList() {
  const { documentSummaries } = useApi()
  return (
    <ResourceGrid
      resource="document-summaries"
      columns={documentSummaryColumns}
      defaultSort={byDefault}
      list={documentSummaries.list}
    />
  )
}
