import { individualColumns } from '../../components/columns/individuals.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { defaultSorts } from '../../lib/default-sorts.ts'

export function IndividualList() {
  const { individuals } = useApi()
  return (
    <ResourceGrid
      resource="individuals"
      columns={individualColumns}
      defaultSort={defaultSorts.individuals}
      list={individuals.list}
    />
  )
}
