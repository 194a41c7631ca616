import { valuationColumns } from '../../components/columns/valuations.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'

const byDefault = { column: 'effective_date', direction: 'desc' } as const

export function ValuationList() {
  const { valuations } = useApi()
  return (
    <ResourceGrid resource="valuations" columns={valuationColumns} defaultSort={byDefault} list={valuations.list} />
  )
}
