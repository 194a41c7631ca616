import { useSearch } from '@tanstack/react-router'
import { sortColumns } from '../../../shared/ipc/records.ts'
import { householdColumns } from '../../components/columns/households.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { scopeFromSearch } from '../../lib/scope.ts'

const byDefault = { column: 'title', direction: 'asc' } as const

export function HouseholdList() {
  const api = useApi()
  return (
    <ResourceGrid
      resource="households"
      columns={householdColumns}
      sortColumns={sortColumns.households}
      defaultSort={byDefault}
      scope={scopeFromSearch(useSearch({ strict: false }))}
      idOf={(row) => row.id}
      query={(input) => api.households.list.queryOptions({ input })}
    />
  )
}
