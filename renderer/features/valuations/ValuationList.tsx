import { valuationColumns } from '../../components/columns/valuations.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { defaultSorts } from '../../lib/default-sorts.ts'

export function ValuationList() {
  const { valuations } = useApi()
  return (
    <ResourceGrid
      resource="valuations"
      columns={valuationColumns}
      defaultSort={defaultSorts.valuations}
      list={valuations.list}
    />
  )
}
