import { useApi } from '../../lib/api.ts'
import { defaultSorts, ResourceGrid } from '../lists/public.ts'
import { rowSummaries, userColumns } from '../records/public.ts'

export function UserList() {
  const { users } = useApi()
  return (
    <ResourceGrid
      resource="users"
      columns={userColumns}
      defaultSort={defaultSorts.users}
      list={users.list}
      summary={rowSummaries.users}
    />
  )
}
