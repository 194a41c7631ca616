import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { valuation as valuationSchema } from '../../../shared/service/valuation.ts'
import { FieldList } from '../../components/FieldList.tsx'
import { LongText } from '../../components/LongText.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { RecordDetails, RecordPage, RecordView } from '../records/public.ts'
import { ValuationAssets } from './ValuationAssets.tsx'
import { appendOnly, valuationFields } from './valuation-fields.tsx'

type Detail = ContractOutputs['valuations']['get']

const known = Object.keys(valuationSchema.shape)

function Valuation({ detail }: { detail: Detail }) {
  const { record, entity, household } = detail
  return (
    <RecordPage resource="valuations" detail={detail} title={`Valuation of ${entity.name ?? entity.id}`}>
      <FieldList
        fields={[
          { label: 'Entity', value: <RecordLink resource="entities" id={entity.id} name={entity.name} /> },
          {
            label: 'Household',
            value: household ? <RecordLink resource="households" id={household.id} name={household.name} /> : null,
          },
          ...valuationFields(record),
        ]}
      />
      <Section title="Directly held assets" count={record.directly_held_assets.length}>
        <ValuationAssets valuation={record} />
      </Section>
      {record.description ? (
        <Section title="Description">
          <LongText text={record.description} />
        </Section>
      ) : null}
      <Quiet>{appendOnly}</Quiet>
      <RecordDetails record={record} resource="valuations" known={known} />
    </RecordPage>
  )
}

/** All data of one valuation. */
export function ValuationPage() {
  const { id = '' } = useParams({ strict: false })
  const connectionId = useConnection().id
  const query = useQuery(useApi().valuations.get.queryOptions({ input: { connectionId, id } }))
  return (
    <RecordView resource="valuations" id={id} query={query}>
      {(detail) => <Valuation detail={detail} />}
    </RecordView>
  )
}
