import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { sumCents } from '../../../shared/domain/money.ts'
import { entityKindNames, entityStageNames, inEstateStatusNames } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { entityFields } from '../../../shared/records/entity.ts'
import { entity as entitySchema } from '../../../shared/service/entity.ts'
import { EntityAvatar } from '../../components/Avatar.tsx'
import { CalendarDate } from '../../components/Dates.tsx'
import { ChangeSince, Figure } from '../../components/Figure.tsx'
import { FigureAge } from '../../components/FigureAge.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useEditReason } from '../../components/forms/use-editing.ts'
import { Money } from '../../components/Money.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { EnumName, Quiet } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { AddDocuments } from '../intake/public.ts'
import { fileColumns, RecordDetails, RecordPage, RecordView, RelatedSection, recordFields } from '../records/public.ts'
import { DeleteEntityDialog } from './DeleteEntityDialog.tsx'
import { LatestValuation, useLog } from './LatestValuation.tsx'
import { ObservedHistory } from './ObservedHistory.tsx'

export type EntityDetail = ContractOutputs['entities']['get']

const known = Object.keys(entitySchema.shape)

/** The entity's total, its date and the change since the value observed before. */
function EntityHoldings({ detail: { record, valuation } }: { detail: EntityDetail }) {
  const input = { connectionId: useConnection().id, entity_id: record.id }
  const observations = useQuery(useApi().valuations.observed.queryOptions({ input })).data?.observations ?? []
  if (!valuation) return null
  const { directly_held_asset_value: usd, total_value: total, effective_date: date } = valuation.record
  const before = observations.find(({ effective_date: earlier }) => earlier < date)
  return (
    <Figure
      label="Directly held"
      cents={sumCents([usd])}
      beside={
        before === undefined ? null : (
          <ChangeSince from={before.directly_held_asset_value} to={usd} date={before.effective_date} />
        )
      }
    >
      <li>
        <Quiet>
          Valued <CalendarDate date={date} />
        </Quiet>
      </li>
      <li>
        <FigureAge date={date} />
      </li>
      {total === usd ? null : (
        <li>
          <Quiet>
            Total value, may include subsidiaries: <Money usd={total} />
          </Quiet>
        </li>
      )}
    </Figure>
  )
}

function Entity({ detail }: { detail: EntityDetail }) {
  const { record, household } = detail
  const reason = useEditReason(detail)
  const log = useLog(record.id, reason)
  return (
    <RecordPage
      resource="entities"
      detail={detail}
      title={record.display_name}
      avatar={<EntityAvatar kind={record.kind} size={40} />}
      subtitle={
        <>
          <span>
            <EnumName names={entityKindNames} value={record.kind} />
          </span>
          <span>
            <EnumName names={entityStageNames} value={record.stage} />
          </span>
          <span>
            <EnumName names={inEstateStatusNames} value={record.in_estate_status} />
          </span>
          <span>
            <RecordLink resource="households" id={household.id} name={household.name} />
          </span>
        </>
      }
      primary={
        <ReasonedButton reason={reason} onClick={log} variant="filled">
          Log valuation
        </ReasonedButton>
      }
      edit={{
        reason,
        remove: (close) => <DeleteEntityDialog record={record} householdId={household.id} onClose={close} />,
      }}
    >
      <EntityHoldings detail={detail} />
      <LatestValuation detail={detail} />
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
      <RecordDetails
        record={record}
        resource="entities"
        known={known}
        fields={recordFields({ fields: entityFields, names: ['external_id'], record, special: {} })}
      />
      <Quiet>The service has no way to change an entity’s name, kind, stage or estate status.</Quiet>
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
