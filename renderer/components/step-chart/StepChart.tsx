import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { dateOfDay } from '../../../shared/domain/day-numbers.ts'
import { roundToCents, toDecimal } from '../../../shared/domain/money.ts'
import { formatCents, formatUsdShort } from '../../lib/amounts.ts'
import { Quiet } from '../Values.tsx'
import classes from './step-chart.module.css'
import { amountTicks, linesOf, type Steps, ticksOf } from './steps.ts'

/** In pixels. */
const height = 220
const plot = { left: 84, right: 40, top: 12, bottom: 34 }
const mostTicks = 6
const tickWidth = 90
/** USD. Amounts below it have room beside the axis with all digits. */
const mostInFull = 1e9
/** USD. The differences between greater numbers may be none. */
const mostDrawn = 1e300

/** Where a day and an amount are drawn, in a chart of this width. */
function scalesOf({ steps }: Steps, width: number) {
  const first = Math.min(...steps.map(({ from }) => from))
  const last = Math.max(first + 1, ...steps.map(({ to }) => to))
  const amounts = amountTicks(steps.flatMap(({ held, total }) => [held, total]))
  const [least = 0, most = 1] = [amounts[0], amounts.at(-1)]
  const wide = Math.max(1, width - plot.left - plot.right)
  const high = height - plot.top - plot.bottom
  return {
    amounts,
    days: ticksOf(first, last, Math.min(mostTicks, Math.max(2, Math.floor(wide / tickWidth)))),
    x: (day: number) => plot.left + ((day - first) / (last - first)) * wide,
    y: (usd: number) => plot.top + (1 - (usd - least) / (most - least)) * high,
  }
}

const beginsAbove = ([first = 0]: readonly number[]) => first > 0

/** Writes amounts of an axis shortly, or in full where shortened ones would be alike or rounded. */
function amountWriter(amounts: readonly number[]): (usd: number) => string {
  const isRounded = new Set(amounts.map(formatUsdShort)).size < amounts.length || beginsAbove(amounts)
  return isRounded && amounts.every((usd) => usd < mostInFull)
    ? (usd) => formatCents(roundToCents(toDecimal(usd))).replace(/\.00$/, '')
    : formatUsdShort
}

/** Step lines with gaps. */
function Drawing({ steps, width, totals }: { steps: Steps; width: number; totals: boolean }) {
  const hatch = useId()
  const { amounts, days, x, y } = scalesOf(steps, width)
  const write = amountWriter(amounts)
  const bottom = height - plot.bottom
  const right = width - plot.right
  const lines = (of: 'held' | 'total') =>
    linesOf(steps).map((corners) => (
      <polyline
        key={corners[0]?.day}
        className={classes[of]}
        points={corners.map((corner) => `${x(corner.day)},${y(corner[of])}`).join(' ')}
      />
    ))
  return (
    // Paper is narrower than the window that the chart was drawn for.
    <svg className={classes.chart} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line y2={6} className={classes.hatch} />
        </pattern>
      </defs>
      {amounts.map((usd) => (
        <g key={usd} transform={`translate(0 ${y(usd)})`}>
          <line x1={plot.left} x2={right} className={classes.grid} />
          <line x1={plot.left - 6} x2={plot.left} className={classes.axis} />
          <text x={plot.left - 8} dy="0.355em" textAnchor="end">
            {write(usd)}
          </text>
        </g>
      ))}
      {days.map((day) => (
        <g key={day} transform={`translate(${x(day)} ${bottom})`}>
          <line y2={6} className={classes.axis} />
          <text y={8} dy="0.71em" textAnchor="middle">
            {formatCalendarDate(dateOfDay(day))}
          </text>
        </g>
      ))}
      <path className={classes.axis} d={`M${plot.left} ${plot.top}V${bottom}H${right}`} />
      {beginsAbove(amounts) ? (
        // The usual sign of an axis that does not begin at zero.
        <path className={classes.break} d={`M${plot.left - 4} ${bottom - 6}l8 -4m-8 8l8 -4`} />
      ) : null}
      {steps.gaps.map(({ from, to }) => (
        <rect
          key={from}
          x={x(from)}
          y={plot.top}
          width={x(to) - x(from)}
          height={bottom - plot.top}
          fill={`url(#${hatch})`}
        />
      ))}
      {totals ? lines('total') : null}
      {lines('held')}
      {steps.steps.map(({ seq, from, held, own }) =>
        own ? (
          <rect key={seq} x={x(from) - 4} y={y(held) - 4} width={8} height={8} className={classes.own} />
        ) : (
          <circle key={seq} cx={x(from)} cy={y(held)} r={3.5} className={classes.seen} />
        ),
      )}
    </svg>
  )
}

type Props = {
  steps: Steps
  /** The name of the chart, such as “Observed values over time; the table below has every figure”. */
  label: string
  /** Words for days of which the value is not known. */
  gap: string
  /** False if the steps have no total of their own. */
  totals?: boolean
}

/** Values over time as a chart with a legend. It shows nothing that its page does not say as text, and it is hidden with the amounts. */
export function StepChart({ steps, label, gap, totals = true }: Props) {
  const { ref, width } = useElementSize()
  const own = steps.steps.some((step) => step.own)
  const ticks = amountTicks(steps.steps.flatMap(({ held, total }) => [held, total]))
  const isTooLarge = steps.steps.some(({ held, total }) => Math.max(Math.abs(held), Math.abs(total)) > mostDrawn)
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label={label}>
        {isTooLarge ? (
          <Quiet>These amounts are too large to draw. The table lists them.</Quiet>
        ) : (
          <div ref={ref} style={{ height }}>
            {steps.steps.length > 0 && width > 0 ? <Drawing steps={steps} width={width} totals={totals} /> : null}
          </div>
        )}
      </div>
      <ul className={`wrap ${classes.legend}`} aria-label="Legend">
        <li>
          <svg width="24" height="10" aria-hidden="true">
            <line x1="0" y1="5" x2="24" y2="5" className={classes.held} />
          </svg>
          Directly held
        </li>
        {totals ? (
          <li>
            <svg width="24" height="10" aria-hidden="true">
              <line x1="0" y1="5" x2="24" y2="5" className={classes.total} />
            </svg>
            Total value
          </li>
        ) : null}
        <li>
          <svg width="10" height="10" aria-hidden="true">
            <circle cx="5" cy="5" r="3.5" className={classes.seen} />
          </svg>
          Takes effect
        </li>
        {own ? (
          <li>
            <svg width="10" height="10" aria-hidden="true">
              <rect x="1" y="1" width="8" height="8" className={classes.own} />
            </svg>
            Logged on this computer
          </li>
        ) : null}
        {isTooLarge || !beginsAbove(ticks) ? null : (
          <li>
            <svg width="10" height="10" aria-hidden="true">
              <path d="M1 5l8 -4m-8 8l8 -4" className={classes.break} />
            </svg>
            The axis does not begin at $0
          </li>
        )}
        {steps.gaps.length > 0 ? (
          <li>
            <svg width="16" height="10" aria-hidden="true">
              <path d="M0 4 4 0M0 10 10 0M6 10 16 0M12 10 16 6" className={classes.hatch} />
            </svg>
            {gap}
          </li>
        ) : null}
      </ul>
    </figure>
  )
}
