import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { allNames } from '../../../shared/records/field.ts'
import { userFields } from '../../../shared/records/user.ts'
import { user as userSchema } from '../../../shared/service/user.ts'
import { FieldList } from '../../components/FieldList.tsx'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { commonFields, OtherFields, RecordPage, RecordView, recordFields } from '../records/public.ts'
import { OwnedHouseholds } from './OwnedHouseholds.tsx'
import { ThisIsMe } from './ThisIsMe.tsx'

type Detail = ContractOutputs['users']['get']

const known = Object.keys(userSchema.shape)

function User({ detail }: { detail: Detail }) {
  const { record } = detail
  return (
    <RecordPage
      resource="users"
      id={record.id}
      title={detail.title}
      checkedAt={detail.checked_at}
      aside={<ThisIsMe id={record.id} />}
    >
      <FieldList fields={recordFields({ fields: userFields, names: allNames(userFields), record, special: {} })} />
      <OwnedHouseholds id={record.id} />
      <OtherFields record={record} known={known} />
      <Section title="Record">
        <FieldList fields={commonFields(record, 'users')} />
      </Section>
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
