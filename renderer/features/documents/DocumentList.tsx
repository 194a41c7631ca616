import { useSearch } from '@tanstack/react-router'
import { sortColumns } from '../../../shared/ipc/records.ts'
import { documentColumns } from '../../components/columns/documents.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { scopeFromSearch } from '../../lib/scope.ts'

const byDefault = { column: 'updated_at', direction: 'desc' } as const

export function DocumentList() {
  const api = useApi()
  return (
    <ResourceGrid
      resource="documents"
      columns={documentColumns}
      sortColumns={sortColumns.documents}
      defaultSort={byDefault}
      scope={scopeFromSearch(useSearch({ strict: false }))}
      idOf={(row) => row.id}
      query={(input) => api.documents.list.queryOptions({ input })}
    />
  )
}
