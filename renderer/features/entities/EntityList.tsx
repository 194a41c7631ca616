import { useSearch } from '@tanstack/react-router'
import { sortColumns } from '../../../shared/ipc/records.ts'
import { entityColumns } from '../../components/columns/entities.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { scopeFromSearch } from '../../lib/scope.ts'

const byDefault = { column: 'title', direction: 'asc' } as const

export function EntityList() {
  const api = useApi()
  return (
    <ResourceGrid
      resource="entities"
      columns={entityColumns}
      sortColumns={sortColumns.entities}
      defaultSort={byDefault}
      scope={scopeFromSearch(useSearch({ strict: false }))}
      idOf={(row) => row.id}
      query={(input) => api.entities.list.queryOptions({ input })}
    />
  )
}
