import { useSearch } from '@tanstack/react-router'
import { sortColumns } from '../../../shared/ipc/records.ts'
import { userColumns } from '../../components/columns/users.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { scopeFromSearch } from '../../lib/scope.ts'

const byDefault = { column: 'title', direction: 'asc' } as const

export function UserList() {
  const api = useApi()
  return (
    <ResourceGrid
      resource="users"
      columns={userColumns}
      sortColumns={sortColumns.users}
      defaultSort={byDefault}
      scope={scopeFromSearch(useSearch({ strict: false }))}
      idOf={(row) => row.id}
      query={(input) => api.users.list.queryOptions({ input })}
    />
  )
}
