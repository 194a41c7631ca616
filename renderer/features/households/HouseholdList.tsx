import { householdColumns } from '../../components/columns/households.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'

const byDefault = { column: 'title', direction: 'asc' } as const

export function HouseholdList() {
  const { households } = useApi()
  return (
    <ResourceGrid resource="households" columns={householdColumns} defaultSort={byDefault} list={households.list} />
  )
}
