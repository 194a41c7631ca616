import { entityColumns } from '../../components/columns/entities.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { defaultSorts } from '../../lib/default-sorts.ts'

export function EntityList() {
  const { entities } = useApi()
  return (
    <ResourceGrid
      resource="entities"
      columns={entityColumns}
      defaultSort={defaultSorts.entities}
      list={entities.list}
    />
  )
}
