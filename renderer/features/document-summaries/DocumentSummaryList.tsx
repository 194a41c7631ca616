import { useSearch } from '@tanstack/react-router'
import { sortColumns } from '../../../shared/ipc/records.ts'
import { documentSummaryColumns } from '../../components/columns/documents.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { scopeFromSearch } from '../../lib/scope.ts'

const byDefault = { column: 'updated_at', direction: 'desc' } as const

export function DocumentSummaryList() {
  const api = useApi()
  return (
    <ResourceGrid
      resource="document-summaries"
      columns={documentSummaryColumns}
      sortColumns={sortColumns['document-summaries']}
      defaultSort={byDefault}
      scope={scopeFromSearch(useSearch({ strict: false }))}
      idOf={(row) => row.id}
      query={(input) => api.documentSummaries.list.queryOptions({ input })}
    />
  )
}
