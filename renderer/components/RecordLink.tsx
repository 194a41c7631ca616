import { Link } from '@tanstack/react-router'
import type { Resource } from '../../shared/service/resource.ts'
import { useConnection } from '../lib/api.ts'
import { RecordText } from './Values.tsx'

type Props = { resource: Resource; id: string; name: string | null }

/** A link to another record's page. Shows the id if the name is not in the offline copy. */
export function RecordLink({ resource, id, name }: Props) {
  const connection = useConnection()
  return (
    <Link to={`/c/$connectionId/${resource}/$id`} params={{ connectionId: connection.id, id }}>
      <RecordText>{name?.trim() ? name : id}</RecordText>
    </Link>
  )
}
