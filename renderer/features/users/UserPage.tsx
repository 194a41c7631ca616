import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { allNames } from '../../../shared/records/field.ts'
import { userFields } from '../../../shared/records/user.ts'
import { PersonAvatar } from '../../components/Avatar.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Tag } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import {
  householdColumns,
  RecordDetails,
  RecordPage,
  RecordView,
  RelatedSection,
  recordFields,
} from '../records/public.ts'

const shown = new Set(['title', 'individual_count', 'entity_count', 'document_count'])
const columns = householdColumns.filter(({ id }) => shown.has(id))
const most = 50

/** The first households, by name, whose primary relationship owner is this user, with a link to the full list. */
function OwnedHouseholds({ id }: { id: string }) {
  const connectionId = useConnection().id
  const scope = { owner_id: id }
  const input = { connectionId, offset: 0, limit: most, sort: { column: 'title', direction: 'asc' }, scope } as const
  const query = useQuery(useApi().households.list.queryOptions({ input }))
  return (
    <QueryView query={query} label="households">
      {({ rows, total }) => (
        <RelatedSection resource="households" columns={columns} rows={rows} count={total} scope={scope} />
      )}
    </QueryView>
  )
}

/** Shows whether this staff member is the current user, and lets the user say so: “my households” are theirs. */
function ThisIsMe({ id }: { id: string }) {
  const api = useApi()
  const connectionId = useConnection().id
  const queries = useQueryClient()
  const me = useQuery(api.places.me.queryOptions({ input: { connectionId } })).data
  const { mutate, isPending } = useMutation(
    api.places.setMe.mutationOptions({ onSuccess: () => queries.invalidateQueries({ queryKey: api.places.me.key() }) }),
  )
  if (!me) return null
  const tell = (user_id: string | null) => mutate({ connectionId, user_id })
  if (me.user_id !== id) {
    return (
      <Button variant="default" loading={isPending} onClick={() => tell(id)}>
        This is me
      </Button>
    )
  }
  return (
    <>
      <Tag accent>You</Tag>
      <Button variant="subtle" size="compact-xs" loading={isPending} onClick={() => tell(null)}>
        Not me
      </Button>
    </>
  )
}

type Detail = ContractOutputs['users']['get']

/** The page's title is the name. */
const fieldNames = allNames(userFields).filter((name) => name !== 'first_name' && name !== 'last_name')

function User({ detail }: { detail: Detail }) {
  const { record } = detail
  return (
    <RecordPage
      resource="users"
      detail={detail}
      title={detail.title}
      avatar={<PersonAvatar id={record.id} name={detail.title} size={40} />}
      primary={<ThisIsMe id={record.id} />}
    >
      <FieldList fields={recordFields({ fields: userFields, names: fieldNames, record, special: {} })} />
      <OwnedHouseholds id={record.id} />
      <RecordDetails record={record} resource="users" />
    </RecordPage>
  )
}

/** All data of one member of the firm's staff. */
export function UserPage() {
  return <RecordView resource="users">{(detail) => <User detail={detail} />}</RecordView>
}
