import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { user as userSchema } from '../../../shared/service/user.ts'
import { cannotChange, FieldList } from '../../components/FieldList.tsx'
import { OtherFields } from '../../components/OtherFields.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordPage } from '../../components/RecordPage.tsx'
import { commonFields } from '../../components/record-fields.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'

type Detail = ContractOutputs['users']['get']

const known = Object.keys(userSchema.shape)

function Households({ id, count }: { id: string; count: number }) {
  const connectionId = useConnection().id
  return (
    <Link to="/c/$connectionId/households" params={{ connectionId }} search={{ owner_id: id }}>
      {count.toLocaleString('en-US')}
    </Link>
  )
}

function User({ detail }: { detail: Detail }) {
  const { record } = detail
  return (
    <RecordPage resource="users" id={record.id} title={detail.title} checkedAt={detail.checked_at}>
      <FieldList
        fields={[
          { label: 'First name', value: <RecordText>{record.first_name}</RecordText>, fixed: cannotChange },
          { label: 'Last name', value: <RecordText>{record.last_name}</RecordText>, fixed: cannotChange },
          { label: 'E-mail', value: <RecordText>{record.email}</RecordText>, fixed: cannotChange },
          { label: 'Households owned', value: <Households id={record.id} count={detail.household_count} /> },
          ...commonFields(record, 'user'),
        ]}
      />
      <OtherFields record={record} known={known} />
    </RecordPage>
  )
}

/** Everything of one of the firm's staff. */
export function UserPage() {
  const { id = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const query = useQuery(useApi().users.get.queryOptions({ input: { connectionId, id } }))
  return (
    <QueryView query={query} label="user">
      {(detail) => <User detail={detail} />}
    </QueryView>
  )
}
