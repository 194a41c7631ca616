import type { EntityRow } from '../../../shared/ipc/rows.ts'
import { holdingColumns } from '../../components/columns/entities.tsx'
import { CalendarDate } from '../../components/Dates.tsx'
import { Money } from '../../components/Money.tsx'
import { RelatedSection } from '../../components/RelatedSection.tsx'
import type { Scope } from '../../lib/scope.ts'
import classes from './holdings.module.css'
import { sumHoldings } from './sum-holdings.ts'

type Props = { rows: readonly EntityRow[]; count: number; scope: Scope }

function Sums({ rows }: { rows: readonly EntityRow[] }) {
  const { groups, unvalued, oldest, newest } = sumHoldings(rows)
  if (!oldest || !newest) return null
  return (
    <div className={classes.sums}>
      <dl className={classes.groups}>
        {groups.map(({ status, name, cents }) => (
          <div key={status}>
            <dt>Directly held, {name.toLowerCase()}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>
        Sums of directly held assets by latest valuation, as of{' '}
        {oldest === newest ? null : (
          <>
            <CalendarDate date={oldest} /> to{' '}
          </>
        )}
        <CalendarDate date={newest} />.{unvalued > 0 ? ` ${unvalued} not valued, left out.` : ''} Total values are not
        added up: they may count subsidiaries twice.
      </p>
    </div>
  )
}

/** The household's entities with their latest values. Sums are shown only when every entity is on the page. */
export function Holdings({ rows, count, scope }: Props) {
  return (
    <RelatedSection resource="entities" columns={holdingColumns} rows={rows} count={count} scope={scope}>
      {rows.length === count && count > 0 ? <Sums rows={rows} /> : null}
    </RelatedSection>
  )
}
