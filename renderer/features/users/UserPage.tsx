import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { allNames } from '../../../shared/records/field.ts'
import { userFields } from '../../../shared/records/user.ts'
import { user as userSchema } from '../../../shared/service/user.ts'
import { PersonAvatar } from '../../components/Avatar.tsx'
import { FieldList } from '../../components/FieldList.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { RecordDetails, RecordPage, RecordView, recordFields } from '../records/public.ts'
import { OwnedHouseholds } from './OwnedHouseholds.tsx'
import { ThisIsMe } from './ThisIsMe.tsx'

type Detail = ContractOutputs['users']['get']

const known = Object.keys(userSchema.shape)

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
      <FieldList fields={recordFields({ fields: userFields, names: allNames(userFields), record, special: {} })} />
      <OwnedHouseholds id={record.id} />
      <RecordDetails record={record} resource="users" known={known} />
    </RecordPage>
  )
}

/** All data of one member of the firm's staff. */
export function UserPage() {
  const { id = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const query = useQuery(useApi().users.get.queryOptions({ input: { connectionId, id } }))
  return (
    <RecordView resource="users" id={id} query={query}>
      {(detail) => <User detail={detail} />}
    </RecordView>
  )
}
