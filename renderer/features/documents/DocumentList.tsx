import { useApi } from '../../lib/api.ts'
import { AddToSomeone } from '../intake/public.ts'
import { defaultSorts, ResourceGrid } from '../lists/public.ts'
import { documentColumns, rowSummaries } from '../records/public.ts'

export function DocumentList() {
  const { documents } = useApi()
  return (
    <ResourceGrid
      resource="documents"
      columns={documentColumns}
      defaultSort={defaultSorts.documents}
      list={documents.list}
      summary={rowSummaries.documents}
      actions={<AddToSomeone />}
    />
  )
}
