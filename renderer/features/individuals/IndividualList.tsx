import { useApi } from '../../lib/api.ts'
import { defaultSorts, ResourceGrid } from '../lists/public.ts'
import { individualColumns, rowSummaries } from '../records/public.ts'

export function IndividualList() {
  const { individuals } = useApi()
  return (
    <ResourceGrid
      resource="individuals"
      columns={individualColumns}
      defaultSort={defaultSorts.individuals}
      list={individuals.list}
      summary={rowSummaries.individuals}
    />
  )
}
