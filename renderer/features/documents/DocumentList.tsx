import { documentColumns } from '../../components/columns/documents.tsx'
import { ResourceGrid } from '../../components/ResourceGrid.tsx'
import { useApi } from '../../lib/api.ts'

const byDefault = { column: 'updated_at', direction: 'desc' } as const

export function DocumentList() {
  const { documents } = useApi()
  return <ResourceGrid resource="documents" columns={documentColumns} defaultSort={byDefault} list={documents.list} />
}
