import { individualColumns } from '../../components/columns/individuals.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'

const byDefault = { column: 'title', direction: 'asc' } as const

export function IndividualList() {
  const { individuals } = useApi()
  return (
    <ResourceGrid resource="individuals" columns={individualColumns} defaultSort={byDefault} list={individuals.list} />
  )
}
