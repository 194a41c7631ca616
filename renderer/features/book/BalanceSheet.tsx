import { useMemo } from 'react'
import { sheetOf } from '../../../shared/domain/balance-sheet.ts'
import type { RollUp } from '../../../shared/ipc/roll-ups.ts'
import { useIsUnread } from '../../components/sync-state.ts'
import { UnreadRows } from '../../components/Unread.tsx'
import { Quiet } from '../../components/Values.tsx'
import { AsOf } from './AsOf.tsx'
import classes from './balance-sheet.module.css'
import { EstateBars } from './EstateBars.tsx'
import { SheetTable } from './SheetTable.tsx'

/** A complete roll-up as bars and a table. Entities without a valuation are counted, not treated as zero. */
export function BalanceSheet({ rollUp }: { rollUp: RollUp }) {
  const sheet = useMemo(() => sheetOf(rollUp), [rollUp])
  const isUnread = useIsUnread('entities')
  if (sheet.entities === 0 && isUnread) return <UnreadRows resource="entities" section />
  if (sheet.entities === 0) return <Quiet>No entities, so nothing to add up.</Quiet>
  return (
    <>
      <p className={classes.dates}>
        Figures as of <AsOf oldest={sheet.oldest} newest={sheet.newest} />
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
