import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { Valuation as ValuationRecord } from '../../../shared/service/valuation.ts'
import { type Field, FieldList } from '../../components/FieldList.tsx'
import { LongText } from '../../components/LongText.tsx'
import { Money } from '../../components/Money.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { CalendarDate, Quiet } from '../../components/Values.tsx'
import { RecordDetails, RecordPage, RecordView } from '../records/public.ts'
import { ReadFrom } from '../statements/public.ts'
import { ValuationAssets } from './ValuationAssets.tsx'

/** Valuations can only be added, not changed. */
const appendOnly = 'Valuations are only ever added: the service has no way to change or delete one.'

/** A valuation's fields, without its description and assets. */
const valuationFields = (valuation: ValuationRecord): Field[] => [
  { label: 'Effective date', value: <CalendarDate date={valuation.effective_date} /> },
  { label: 'Directly held', value: <Money usd={valuation.directly_held_asset_value} /> },
  {
    label: 'Total value, may include subsidiaries',
    value: <Money usd={valuation.total_value} />,
  },
]

type Detail = ContractOutputs['valuations']['get']

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
      <ReadFrom entityId={entity.id} valuationId={record.id} />
      {record.description ? (
        <Section title="Description">
          <LongText text={record.description} />
        </Section>
      ) : null}
      <Quiet>{appendOnly}</Quiet>
      <RecordDetails record={record} resource="valuations" />
    </RecordPage>
  )
}

/** All data of one valuation. */
export function ValuationPage() {
  return <RecordView resource="valuations">{(detail) => <Valuation detail={detail} />}</RecordView>
}
