import { userColumns } from '../../components/columns/users.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'

const byDefault = { column: 'title', direction: 'asc' } as const

export function UserList() {
  const { users } = useApi()
  return <ResourceGrid resource="users" columns={userColumns} defaultSort={byDefault} list={users.list} />
}
