import { householdColumns } from '../../components/columns/households.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { defaultSorts } from '../../lib/default-sorts.ts'

export function HouseholdList() {
  const { households } = useApi()
  return (
    <ResourceGrid
      resource="households"
      columns={householdColumns}
      defaultSort={defaultSorts.households}
      list={households.list}
    />
  )
}
