import { NativeSelect } from '@mantine/core'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate, formatMoment } from '../../../shared/domain/dates.ts'
import { perCentOf, perCentWords } from '../../../shared/domain/per-cent.ts'
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
      <td>{changeWords({ before, after, difference })}</td>
    </>
  )
}

/** The change of an asset, in one word or in per cent; empty where neither says anything. */
function changeWords({ before, after, difference }: Figures): string {
  if (before === null) return 'Added'
  if (after === null) return 'Gone'
  return perCentWords(perCentOf(before, difference), difference) ?? ''
}

/** How many assets were added, are gone, have another value and have the same, such as `1 added, 3 unchanged`. */
function countWords(assets: readonly Figures[]): string {
  const counts = [
    ['added', assets.filter(({ before }) => before === null)],
    ['gone', assets.filter(({ after }) => after === null)],
    [
      'changed',
      assets.filter(({ before, after, difference }) => before !== null && after !== null && difference !== 0n),
    ],
    [
      'unchanged',
      assets.filter(({ before, after, difference }) => before !== null && after !== null && difference === 0n),
    ],
  ] as const
  return counts.flatMap(([word, of]) => (of.length > 0 ? [`${formatCount(of.length)} ${word}`] : [])).join(', ')
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
    <div className="scroll-x">
      <p>
        <Quiet>{assets.length > 0 ? `Assets: ${countWords(assets)}.` : 'Neither lists assets.'}</Quiet>
      </p>
      <table className={classes.comparison} aria-label="Differences by asset">
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col">Asset class</th>
            <th scope="col">{formatCalendarDate(before.effective_date)}</th>
            <th scope="col">{formatCalendarDate(after.effective_date)}</th>
            <th scope="col">Difference</th>
            <th scope="col">Change</th>
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

/** Two valuations, by their numbers. */
export type Compared = { before: number; after: number }

type Props = {
  /** Newest first. */
  observations: readonly ObservedValuation[]
  compared: Compared
  onCompare: (compared: Compared) => void
}

/** Compares any two observed valuations, asset by asset. */
export function CompareValuations({ observations, compared, onCompare }: Props) {
  const find = (seq: number) => observations.find((seen) => seen.seq === seq)
  const after = find(compared.after) ?? observations[0]
  const before = find(compared.before) ?? observations[1]
  if (!before || !after) return null
  const data = observations.map((seen) => ({ value: String(seen.seq), label: titleOf(seen) }))
  const choose = (side: 'before' | 'after') => (event: { currentTarget: { value: string } }) =>
    onCompare({ before: before.seq, after: after.seq, [side]: Number(event.currentTarget.value) })
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
