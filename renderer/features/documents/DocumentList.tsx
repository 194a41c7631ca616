import { documentColumns } from '../../components/columns/documents.tsx'
import { AddToSomeone } from '../../components/intake/AddToSomeone.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'
import { defaultSorts } from '../../lib/default-sorts.ts'

export function DocumentList() {
  const { documents } = useApi()
  return (
    <ResourceGrid
      resource="documents"
      columns={documentColumns}
      defaultSort={defaultSorts.documents}
      list={documents.list}
      actions={<AddToSomeone />}
    />
  )
}
