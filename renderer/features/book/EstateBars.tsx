import { useId } from 'react'
import type { Sheet } from '../../../shared/domain/balance-sheet.ts'
import { LatestSum, Money } from '../../components/Money.tsx'
import { RecordText } from '../../components/Values.tsx'
import { formatCents } from '../../lib/amounts.ts'
import { type Bar, type Bars, barsOf, type Segment } from './bars.ts'
import classes from './estate-bars.module.css'

const height = 24
/** Segments narrower than this, in percent, have no room for a number. */
const roomForNumber = 2.5

function Stretch({ segment }: { segment: Segment }) {
  const { class: barClass, from, width, cents } = segment
  return (
    <g>
      <rect
        className={classes.segment}
        style={{ fill: barClass.color }}
        x={`${from}%`}
        y={0}
        width={`${width}%`}
        height={height}
      >
        <title>{`${barClass.name}: ${formatCents(cents)}`}</title>
      </rect>
      {width < roomForNumber ? null : (
        <text className={classes.number} x={`${from + width / 2}%`} y={height / 2}>
          {barClass.number}
        </text>
      )}
    </g>
  )
}

function BarLine({ bar, zero }: { bar: Bar; zero: number }) {
  return (
    <div className={classes.bar}>
      <span className="cut">
        <RecordText>{bar.name}</RecordText>
      </span>
      <svg width="100%" height={height} className={classes.drawing} aria-hidden="true" focusable="false">
        {bar.segments.map((segment) => (
          <Stretch key={segment.class.key} segment={segment} />
        ))}
        {zero > 0 ? <line className={classes.zero} x1={`${zero}%`} x2={`${zero}%`} y1={0} y2={height} /> : null}
      </svg>
      <span className={classes.amount}>
        <LatestSum cents={bar.cents} />
      </span>
    </div>
  )
}

function Matrix({ bars, classes: drawn }: Bars) {
  return (
    <div className="scroll-x">
      <table className={classes.matrix} aria-label="Directly held by asset class and estate status">
        <thead>
          <tr>
            <th scope="col">Asset class</th>
            {bars.map(({ key, name }) => (
              <th key={key} scope="col">
                <RecordText>{name}</RecordText>
              </th>
            ))}
            <th scope="col">Together</th>
          </tr>
        </thead>
        <tbody>
          {drawn.map((one) => (
            <tr key={one.key}>
              <th scope="row">
                {one.number}. <RecordText>{one.name}</RecordText>
              </th>
              {bars.map(({ key, segments }) => (
                <td key={key}>
                  <Money cents={segments.find((segment) => segment.class === one)?.cents ?? 0n} />
                </td>
              ))}
              <td>
                <Money cents={one.cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Values in and out of the estate by asset class, as bars with a common scale. Each class has a number in addition to its colour.
 * The table below has the same figures.
 */
export function EstateBars({ sheet }: { sheet: Sheet }) {
  const id = useId()
  const drawn = barsOf(sheet)
  if (drawn.classes.length === 0) return null
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        Directly held assets by estate status and asset class
      </figcaption>
      {drawn.bars.map((bar) => (
        <BarLine key={bar.key} bar={bar} zero={drawn.zero} />
      ))}
      <ol className={classes.legend} aria-label="Asset classes">
        {drawn.classes.map(({ key, name, number, color, cents }) => (
          <li key={key}>
            <span className={classes.swatch} style={{ background: color }} aria-hidden="true">
              {number}
            </span>
            <RecordText>{name}</RecordText>
            <Money cents={cents} />
          </li>
        ))}
      </ol>
      <details className={classes.details}>
        <summary>Show as a table</summary>
        <Matrix {...drawn} />
      </details>
    </figure>
  )
}
