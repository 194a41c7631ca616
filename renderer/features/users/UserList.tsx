import { userColumns } from '../../components/columns/users.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { defaultSorts } from '../../lib/default-sorts.ts'

export function UserList() {
  const { users } = useApi()
  return <ResourceGrid resource="users" columns={userColumns} defaultSort={defaultSorts.users} list={users.list} />
}
