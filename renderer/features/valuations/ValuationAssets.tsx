import { shareInPerCent, sumCents } from '../../../shared/domain/money.ts'
import { stableColor } from '../../../shared/domain/stable-color.ts'
import type { Asset, Valuation } from '../../../shared/service/valuation.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { Money } from '../../components/Money.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Quiet, RecordText, Swatch } from '../../components/Values.tsx'
import { amountsAreHidden } from '../../lib/amounts.ts'

type Line = Asset & { /** Of the positive sum, in per cent; null where a share means nothing. */ share: number | null }

const columns: readonly GridColumn<Line>[] = [
  {
    id: 'name',
    header: 'Asset',
    width: 240,
    cell: (asset) => (
      <span title={asset.external_id ? `External ID ${asset.external_id}` : undefined}>
        <RecordText>{asset.display_name}</RecordText>
      </span>
    ),
  },
  {
    id: 'class',
    header: 'Asset class',
    width: 160,
    cell: ({ asset_class: { display_name: name } }) => (
      <>
        <Swatch color={stableColor('asset-class', name)} /> <RecordText>{name}</RecordText>
      </>
    ),
  },
  {
    id: 'share',
    header: 'Share',
    width: 72,
    align: 'end',
    cell: ({ share }) => (share === null ? null : `${share}%`),
  },
  { id: 'value', header: 'Value', width: 140, align: 'end', cell: (asset) => <Money usd={asset.value} /> },
]

/** Whole per cent of the sum; none if the sum is not positive. */
function linesOf(assets: readonly Asset[], sum: bigint): Line[] {
  return assets.map((asset) => {
    const share = shareInPerCent(sumCents([asset.value]), sum)
    return { ...asset, share: share === null ? null : Math.round(share) }
  })
}

/** The assets of a valuation, and whether they add up to its value. */
export function ValuationAssets({ valuation }: { valuation: Valuation }) {
  const assets = valuation.directly_held_assets
  if (assets.length === 0) return <Quiet>No directly held assets.</Quiet>
  const sum = sumCents(assets.map(({ value }) => value))
  const stated = sumCents([valuation.directly_held_asset_value])
  return (
    <>
      <RecordTable
        label="Directly held assets"
        columns={amountsAreHidden() ? columns.filter(({ id }) => id !== 'share') : columns}
        rows={linesOf(assets, sum)}
        keyOf={(asset) => asset.id}
      />
      {sum === stated ? null : (
        <Quiet>
          The assets add up to <Money cents={sum} />; the service reports <Money cents={stated} />.
        </Quiet>
      )}
    </>
  )
}
