import { useSearch } from '@tanstack/react-router'
import { sortColumns } from '../../../shared/ipc/records.ts'
import { valuationColumns } from '../../components/columns/valuations.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { scopeFromSearch } from '../../lib/scope.ts'

const byDefault = { column: 'effective_date', direction: 'desc' } as const

export function ValuationList() {
  const api = useApi()
  return (
    <ResourceGrid
      resource="valuations"
      columns={valuationColumns}
      sortColumns={sortColumns.valuations}
      defaultSort={byDefault}
      scope={scopeFromSearch(useSearch({ strict: false }))}
      idOf={(row) => row.id}
      query={(input) => api.valuations.list.queryOptions({ input })}
    />
  )
}
