import { entityColumns } from '../../components/columns/entities.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'

const byDefault = { column: 'title', direction: 'asc' } as const

export function EntityList() {
  const { entities } = useApi()
  return <ResourceGrid resource="entities" columns={entityColumns} defaultSort={byDefault} list={entities.list} />
}
