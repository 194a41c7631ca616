import { useApi } from '../../lib/api.ts'
import { defaultSorts, ResourceGrid } from '../lists/public.ts'
import { rowSummaries, valuationColumns } from '../records/public.ts'

export function ValuationList() {
  const { valuations } = useApi()
  return (
    <ResourceGrid
      resource="valuations"
      columns={valuationColumns}
      defaultSort={defaultSorts.valuations}
      list={valuations.list}
      summary={rowSummaries.valuations}
    />
  )
}
