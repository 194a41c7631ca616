import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatCalendarDate, formatMoment } from '../../../shared/domain/dates.ts'
import { differenceOf, type Figures, pairAssets } from '../../../shared/domain/valuation-difference.ts'
import type { ObservedAsset, ObservedValuation } from '../../../shared/ipc/observed.ts'
import { Money } from '../../components/Money.tsx'
import { MoneyChange } from '../../components/MoneyChange.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './history.module.css'

const titleOf = ({ effective_date, observed_at }: ObservedValuation) =>
  `Of ${formatCalendarDate(effective_date)}, observed ${formatMoment(observed_at)}`

const Amount = ({ cents }: { cents: bigint | null }) =>
  cents === null ? <Quiet>Not there</Quiet> : <Money cents={cents} />

function Cells({ figures: { before, after, difference } }: { figures: Figures }) {
  return (
    <>
      <td>
        <Amount cents={before} />
      </td>
      <td>
        <Amount cents={after} />
      </td>
      <td>
        <MoneyChange cents={difference} />
      </td>
    </>
  )
}

/** The asset's class, with its previous class if that was different. */
function ClassOf({ before, after }: { before: ObservedAsset | null; after: ObservedAsset | null }) {
  const now = after ?? before
  if (!now) return null
  const moved = before && after && before.asset_class.id !== after.asset_class.id
  return (
    <>
      {moved ? (
        <Quiet>
          <RecordText>{before.asset_class.name}</RecordText> →{' '}
        </Quiet>
      ) : null}
      <RecordText>{now.asset_class.name}</RecordText>
    </>
  )
}

function Comparison({ before, after }: { before: ObservedValuation; after: ObservedValuation }) {
  const pairs = pairAssets(before.assets, after.assets)
  const { assets, beyond, total } = differenceOf(
    { assets: before.assets, stated: before.directly_held_asset_value },
    { assets: after.assets, stated: after.directly_held_asset_value },
    pairs,
  )
  return (
    <div className={classes.scroll}>
      <table className={classes.comparison} aria-label="Differences by asset">
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col">Asset class</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair, at) => {
            const was = pair.before === null ? null : (before.assets[pair.before] ?? null)
            const is = pair.after === null ? null : (after.assets[pair.after] ?? null)
            const figures = assets[at]
            return (
              <tr key={`${pair.before}/${pair.after}`}>
                <th scope="row">
                  <RecordText>{(is ?? was)?.display_name ?? ''}</RecordText>
                </th>
                <td>
                  <ClassOf before={was} after={is} />
                </td>
                {figures ? <Cells figures={figures} /> : null}
              </tr>
            )
          })}
          {beyond ? (
            <tr>
              <th scope="row">Not itemized</th>
              <td />
              <Cells figures={beyond} />
            </tr>
          ) : null}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total directly held</th>
            <td />
            <Cells figures={total} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Compares any two observed valuations, asset by asset. */
export function CompareValuations({ observations }: { observations: readonly ObservedValuation[] }) {
  const [chosen, setChosen] = useState<{ before: number; after: number } | null>(null)
  const find = (seq: number | undefined) => observations.find((seen) => seen.seq === seq)
  const after = find(chosen?.after) ?? observations[0]
  const before = find(chosen?.before) ?? observations[1]
  if (!before || !after) return null
  const data = observations.map((seen) => ({ value: String(seen.seq), label: titleOf(seen) }))
  const choose = (side: 'before' | 'after') => (event: { currentTarget: { value: string } }) =>
    setChosen({ before: before.seq, after: after.seq, [side]: Number(event.currentTarget.value) })
  return (
    <div className={classes.compare}>
      <div className={classes.choose}>
        <NativeSelect label="Compare" data={data} value={String(before.seq)} onChange={choose('before')} />
        <NativeSelect label="With" data={data} value={String(after.seq)} onChange={choose('after')} />
      </div>
      <Comparison before={before} after={after} />
    </div>
  )
}
