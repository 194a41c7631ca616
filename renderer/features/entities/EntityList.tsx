import { useApi } from '../../lib/api.ts'
import { defaultSorts, ResourceGrid } from '../lists/public.ts'
import { entityColumns, rowSummaries } from '../records/public.ts'

export function EntityList() {
  const { entities } = useApi()
  return (
    <ResourceGrid
      resource="entities"
      columns={entityColumns}
      defaultSort={defaultSorts.entities}
      list={entities.list}
      summary={rowSummaries.entities}
    />
  )
}
