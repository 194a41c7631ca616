import { useSearch } from '@tanstack/react-router'
import { sortColumns } from '../../../shared/ipc/records.ts'
import { individualColumns } from '../../components/columns/individuals.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { scopeFromSearch } from '../../lib/scope.ts'

const byDefault = { column: 'title', direction: 'asc' } as const

export function IndividualList() {
  const api = useApi()
  return (
    <ResourceGrid
      resource="individuals"
      columns={individualColumns}
      sortColumns={sortColumns.individuals}
      defaultSort={byDefault}
      scope={scopeFromSearch(useSearch({ strict: false }))}
      idOf={(row) => row.id}
      query={(input) => api.individuals.list.queryOptions({ input })}
    />
  )
}
