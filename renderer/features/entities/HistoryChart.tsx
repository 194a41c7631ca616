import { useId } from 'react'
import { CartesianGrid, Line, LineChart, ReferenceArea, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { dateOfDay } from '../../../shared/domain/day-numbers.ts'
import { Quiet } from '../../components/Values.tsx'
import { formatUsdShort } from '../../lib/amounts.ts'
import classes from './history.module.css'
import { type Corner, cornersOf, type Steps, ticksOf } from './steps.ts'

const height = 220
const mostTicks = 6
/** USD. The differences between greater numbers may be none. */
const mostDrawn = 1e300
const axis = { stroke: 'var(--line-strong)', tick: { fill: 'var(--ink-quiet)', fontSize: 11 } }

type DotProps = { cx?: number; cy?: number; payload?: Corner; dataKey?: unknown }

/** Marks the effective date of a valuation; square if the valuation was logged on this computer. */
function Dot({ cx, cy, payload, dataKey }: DotProps) {
  const step = payload?.step
  if (!step || cx === undefined || cy === undefined || dataKey !== 'held') return <g />
  return step.own ? (
    <rect x={cx - 4} y={cy - 4} width={8} height={8} className={classes.own} />
  ) : (
    <circle cx={cx} cy={cy} r={3.5} className={classes.seen} />
  )
}

/** An entity's observed value as a step line with gaps. The table next to it has the same data as text. */
export function HistoryChart({ steps }: { steps: Steps }) {
  const hatch = useId()
  if (steps.steps.some(({ held, total }) => Math.max(Math.abs(held), Math.abs(total)) > mostDrawn))
    return <Quiet>These amounts are too large to draw. The table lists them.</Quiet>
  const corners = cornersOf(steps)
  const first = corners[0]?.day ?? 0
  const last = Math.max(...steps.steps.map(({ to }) => to), first)
  const span = Math.max(1, last - first)
  return (
    <ResponsiveContainer width="100%" height={height}>
      <LineChart data={corners} accessibilityLayer={false} margin={{ top: 12, right: 40, bottom: 4, left: 12 }}>
        <defs>
          <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line y2={6} className={classes.hatch} />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...axis}
          type="number"
          dataKey="day"
          domain={[first, first + span]}
          ticks={ticksOf(first, first + span, mostTicks)}
          tickFormatter={(day: number) => formatCalendarDate(dateOfDay(day))}
        />
        <YAxis
          {...axis}
          domain={[(least: number) => Math.min(0, least), 'auto']}
          width={72}
          tickFormatter={(usd: number) => formatUsdShort(usd)}
        />
        {steps.gaps.map(({ from, to }) => (
          <ReferenceArea key={from} x1={from} x2={to} fill={`url(#${hatch})`} fillOpacity={1} />
        ))}
        <Line
          dataKey="total"
          connectNulls={false}
          isAnimationActive={false}
          stroke="var(--category-2)"
          strokeWidth={1.5}
          strokeDasharray="5 4"
          dot={false}
        />
        <Line
          dataKey="held"
          connectNulls={false}
          isAnimationActive={false}
          stroke="var(--category-1)"
          strokeWidth={2}
          dot={Dot}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}
