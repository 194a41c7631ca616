import { useMemo } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { RollUp, Summed } from '../../../shared/ipc/roll-ups.ts'
import { FiguresChecked } from '../../components/FiguresChecked.tsx'
import { Money } from '../../components/Money.tsx'
import { Quiet } from '../../components/Values.tsx'
import { AgeOfFigure, AsOf } from './AsOf.tsx'
import classes from './balance-sheet.module.css'
import { EstateBars } from './EstateBars.tsx'
import { SheetTable } from './SheetTable.tsx'
import { type Sheet, sheetOf } from './sheet.ts'

function Headline({ sheet }: { sheet: Sheet }) {
  const { entities, unvalued, oldest, newest, cents } = sheet
  return (
    <dl className={classes.headline}>
      <div>
        <dt>Directly held</dt>
        <dd className={classes.total}>{entities === unvalued ? 'Not valued' : <Money cents={cents} />}</dd>
      </div>
      <div>
        <dt>Figures as of</dt>
        <dd>
          <AsOf oldest={oldest} newest={newest} />
        </dd>
      </div>
      <div>
        <dt>Oldest figure</dt>
        <dd>
          <AgeOfFigure date={oldest} />
        </dd>
      </div>
      <div>
        <dt>Not valued</dt>
        <dd>
          {formatCount(unvalued)} of {formatCount(entities)} entities
        </dd>
      </div>
    </dl>
  )
}

/**
 * A complete roll-up: headline, when its figures were checked, bars and table. Entities without a valuation are counted, not
 * treated as zero.
 */
export function BalanceSheet({ rollUp, of }: { rollUp: RollUp; of: Summed }) {
  const sheet = useMemo(() => sheetOf(rollUp), [rollUp])
  if (sheet.entities === 0) return <Quiet>No entities, so nothing to add up.</Quiet>
  return (
    <>
      <Headline sheet={sheet} />
      <p className={classes.checked}>
        <FiguresChecked of={of} />
      </p>
      <EstateBars sheet={sheet} />
      <SheetTable sheet={sheet} />
      <p className={classes.note}>
        Sums of directly held assets, from each entity’s latest valuation on this computer. Entities without a valuation
        are left out, not counted as zero. Total values are not added up because they may count subsidiaries twice.
      </p>
    </>
  )
}
