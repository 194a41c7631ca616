import { sumCents } from '../../../shared/domain/money.ts'
import type { Asset, Valuation } from '../../../shared/service/valuation.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { Money } from '../../components/Money.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { OptionalText, Quiet, RecordId, RecordText } from '../../components/Values.tsx'

const columns: readonly GridColumn<Asset>[] = [
  { id: 'name', header: 'Asset', width: 240, cell: (asset) => <RecordText>{asset.display_name}</RecordText> },
  {
    id: 'class',
    header: 'Asset class',
    width: 160,
    cell: (asset) => <RecordText>{asset.asset_class.display_name}</RecordText>,
  },
  { id: 'value', header: 'Value', width: 140, align: 'end', cell: (asset) => <Money usd={asset.value} /> },
  { id: 'external', header: 'External ID', width: 120, cell: (asset) => <OptionalText text={asset.external_id} /> },
  { id: 'id', header: 'Asset ID', width: 120, cell: (asset) => <RecordId id={asset.id} of="asset" cut /> },
  {
    id: 'class_id',
    header: 'Asset class ID',
    width: 160,
    cell: (asset) => <RecordId id={asset.asset_class.id} of="asset class" cut />,
  },
]

/** The assets of a valuation, and whether they add up to its value. */
export function ValuationAssets({ valuation }: { valuation: Valuation }) {
  const assets = valuation.directly_held_assets
  if (assets.length === 0) return <Quiet>No directly held assets.</Quiet>
  const sum = sumCents(assets.map(({ value }) => value))
  const stated = sumCents([valuation.directly_held_asset_value])
  return (
    <>
      <RecordTable label="Directly held assets" columns={columns} rows={assets} keyOf={(asset) => asset.id} />
      {sum === stated ? null : (
        <Quiet>
          The assets add up to <Money cents={sum} />; the service reports <Money cents={stated} />.
        </Quiet>
      )}
    </>
  )
}
