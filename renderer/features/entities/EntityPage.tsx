import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { entityKindNames } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { entityFields } from '../../../shared/records/entity.ts'
import { allNames } from '../../../shared/records/field.ts'
import { entity as entitySchema } from '../../../shared/service/entity.ts'
import { type Field, FieldList } from '../../components/FieldList.tsx'
import { EditActions } from '../../components/forms/EditActions.tsx'
import { useEditReason } from '../../components/forms/use-editing.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { EnumName, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { AddDocuments } from '../intake/public.ts'
import {
  commonFields,
  fileColumns,
  OtherFields,
  RecordPage,
  RecordView,
  RelatedSection,
  recordFields,
} from '../records/public.ts'
import { DeleteEntityDialog } from './DeleteEntityDialog.tsx'
import { LatestValuation } from './LatestValuation.tsx'
import { ObservedHistory } from './ObservedHistory.tsx'

export type EntityDetail = ContractOutputs['entities']['get']

const known = Object.keys(entitySchema.shape)

function fieldsOf({ record, household }: EntityDetail): Field[] {
  const link = <RecordLink resource="households" id={household.id} name={household.name} />
  const names = allNames(entityFields)
  return [
    ...recordFields({ fields: entityFields, names, record, special: { household_id: link } }),
    ...commonFields(record, 'entities'),
  ]
}

function Entity({ detail }: { detail: EntityDetail }) {
  const { record, household } = detail
  const reason = useEditReason(detail)
  return (
    <RecordPage
      resource="entities"
      id={record.id}
      title={record.display_name}
      checkedAt={detail.checked_at}
      household={household}
      pending={detail.pending}
      aside={
        <EditActions
          reason={reason}
          remove={(close) => (
            <DeleteEntityDialog id={record.id} name={record.display_name} householdId={household.id} onClose={close} />
          )}
        />
      }
      tags={
        <Tag>
          <EnumName names={entityKindNames} value={record.kind} />
        </Tag>
      }
    >
      <FieldList fields={fieldsOf(detail)} />
      <LatestValuation detail={detail} reason={reason} />
      <ObservedHistory entityId={record.id} />
      <RelatedSection
        resource="documents"
        columns={fileColumns}
        rows={detail.documents}
        scope={{ entity_id: record.id }}
        action={
          <AddDocuments
            owner={{ household_id: household.id, entity_id: record.id, individual_id: null }}
            to={record.display_name}
            reason={reason}
          />
        }
      />
      <OtherFields record={record} known={known} />
    </RecordPage>
  )
}

/** All data of one entity, starting with its latest valuation. */
export function EntityPage() {
  const { id = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const query = useQuery(useApi().entities.get.queryOptions({ input: { connectionId, id } }))
  return (
    <RecordView resource="entities" id={id} query={query}>
      {(detail) => <Entity key={detail.record.id} detail={detail} />}
    </RecordView>
  )
}
