import { formatCount } from '../../../shared/domain/counts.ts'
import { perCentOf, perCentWords } from '../../../shared/domain/per-cent.ts'
import type { ObservedChange } from '../../../shared/ipc/changes.ts'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { Money } from '../../components/Money.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './changes.module.css'
import { type AssetChange, valuationChange } from './valuation-change.ts'

/** Assets shown of a valuation; its entity's page has all of them. */
const mostAssets = 6

function Amounts({ before, after }: { before: bigint; after: bigint }) {
  const words = perCentWords(perCentOf(before, after - before), after - before)
  return (
    <>
      <del className="quiet">
        <Money cents={before} />
      </del>
      <span aria-hidden="true"> → </span>
      <Money cents={after} />
      {words === null ? null : <Quiet> {words}</Quiet>}
    </>
  )
}

function Asset({ asset: { name, before, after, was, assetClass } }: { asset: AssetChange }) {
  return (
    <>
      {before === null && after !== null ? (
        <>
          Added, <Money cents={after} />
        </>
      ) : null}
      {after === null && before !== null ? (
        <>
          Gone, was <Money cents={before} />
        </>
      ) : null}
      {before !== null && after !== null && before !== after ? <Amounts before={before} after={after} /> : null}
      {was !== null && was.name !== name ? (
        <div>
          <Quiet>
            Was called <RecordText>{was.name}</RecordText>
          </Quiet>
        </div>
      ) : null}
      {was !== null && was.assetClass !== assetClass ? (
        <div>
          <Quiet>
            <RecordText>{was.assetClass}</RecordText> → <RecordText>{assetClass}</RecordText>
          </Quiet>
        </div>
      ) : null}
    </>
  )
}

/** A changed valuation: its total, its assets one by one, then its other fields. */
export function ValuationDifference({ fields }: { fields: ObservedChange['fields'] }) {
  const { total, assets, others } = valuationChange(fields)
  const more = assets.length - mostAssets
  return (
    <>
      {total || assets.length > 0 ? (
        <dl className={classes.figures}>
          {total ? (
            <div>
              <dt>Directly held</dt>
              <dd>
                <Amounts {...total} />
              </dd>
            </div>
          ) : null}
          {assets.slice(0, mostAssets).map((asset, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: assets of one valuation can be equal
            <div key={at}>
              <dt>
                <RecordText>{asset.name}</RecordText>
              </dt>
              <dd>
                <Asset asset={asset} />
              </dd>
            </div>
          ))}
          {more > 0 ? (
            <div>
              <dt>And</dt>
              <dd>{more === 1 ? '1 more asset' : `${formatCount(more)} more assets`}</dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      <ChangeList changes={others} />
    </>
  )
}
