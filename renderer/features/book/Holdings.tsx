import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Sheet, sheetOf, statusName } from '../../../shared/domain/balance-sheet.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { stableColor } from '../../../shared/domain/stable-color.ts'
import type { RollUp, Summed } from '../../../shared/ipc/roll-ups.ts'
import { Figure } from '../../components/Figure.tsx'
import { FigureAge } from '../../components/FigureAge.tsx'
import { FiguresChecked } from '../../components/FiguresChecked.tsx'
import { useIsUnread } from '../../components/sync-state.tsx'
import { Quiet } from '../../components/Values.tsx'
import { amountsAreHidden, formatCents, formatCentsShort } from '../../lib/amounts.ts'
import { useConnection } from '../../lib/api.ts'
import classes from './holdings.module.css'

type Share = { status: string; name: string; cents: bigint /** Of the positive total, in per cent. */; percent: number }

/** The sides of the estate and their shares; empty if a side is negative, so that shares would mean nothing. */
export function sharesOf(sheet: Sheet): Share[] {
  const valued = sheet.groups.filter(({ cents }) => cents !== 0n)
  if (sheet.cents <= 0n || valued.some(({ cents }) => cents < 0n)) return []
  return valued.map(({ key, cents }) => ({
    status: key,
    name: statusName(key),
    cents,
    percent: Number((cents * 1000n) / sheet.cents) / 10,
  }))
}

function Shares({ shares, householdId }: { shares: readonly Share[]; householdId?: string | undefined }) {
  const connectionId = useConnection().id
  const scope = householdId === undefined ? {} : { household_id: householdId }
  const search = (status: string) => ({
    ...scope,
    filters: [{ column: 'in_estate_status', operator: 'any_of', values: [status] }],
  })
  return (
    <>
      <div className={classes.bar} aria-hidden="true">
        {shares.map(({ status, percent }) => (
          <span key={status} style={{ flexGrow: percent, background: stableColor('estate-status', status) }} />
        ))}
      </div>
      <ul className={`wrap ${classes.legend}`} aria-label="Shares">
        {shares.map(({ status, name, cents, percent }) => (
          <li key={status}>
            <span
              className={classes.dot}
              style={{ background: stableColor('estate-status', status) }}
              aria-hidden="true"
            />
            <Link
              to="/c/$connectionId/entities"
              params={{ connectionId }}
              search={search(status)}
              title={formatCents(cents)}
            >
              <b>{Math.round(percent)}%</b> {name.toLowerCase()} {formatCentsShort(cents)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The recorded value: the sum of what the entities hold directly, its shares in and out of the estate, and the age of its oldest value. */
export function Holdings({ rollUp, of }: { rollUp: RollUp; of: Summed }) {
  const sheet = useMemo(() => sheetOf(rollUp), [rollUp])
  const { entities, unvalued, oldest, cents } = sheet
  // A bar shows a proportion: it is hidden with the amounts.
  const shares = amountsAreHidden() ? [] : sharesOf(sheet)
  const isUnread = useIsUnread('valuations')
  if (entities === 0) return null
  return (
    <Figure
      label="Recorded value"
      cents={entities === unvalued ? null : cents}
      isSum
      beside={
        shares.length > 0 ? <Shares shares={shares} householdId={of.what === 'household' ? of.id : undefined} /> : null
      }
    >
      {oldest === null ? null : (
        <li>
          <FigureAge date={oldest} label="Oldest value:" />
        </li>
      )}
      <li>
        <Quiet>
          {isUnread
            ? `${formatCount(entities - unvalued)} of ${formatCount(entities)} ${entities === 1 ? 'entity' : 'entities'} valued so far`
            : unvalued === 0
              ? entities === 1
                ? 'Value of its one entity'
                : `Sum of all ${formatCount(entities)} entities`
              : `${formatCount(unvalued)} of ${formatCount(entities)} ${entities === 1 ? 'entity' : 'entities'} not valued`}
        </Quiet>
      </li>
      <li className="quiet small">
        {/* A household's page also says when its record was checked. */}
        <FiguresChecked of={of} label={of.what === 'household' ? 'Values' : ''} />
      </li>
    </Figure>
  )
}
