import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useMemo, useState } from 'react'
import {
  type Figures,
  type KindLine,
  type Sheet,
  type StatusGroup,
  sheetOf,
} from '../../../shared/domain/balance-sheet.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { RollUp } from '../../../shared/ipc/roll-ups.ts'
import { FigureAge } from '../../components/FigureAge.tsx'
import { LatestValue, Money } from '../../components/Money.tsx'
import { useIsUnread } from '../../components/sync-state.tsx'
import { NoneOf, SoFar, UnreadRows } from '../../components/Unread.tsx'
import { Absent, CalendarDate, Quiet, RecordText } from '../../components/Values.tsx'
import { amountsAreHidden, formatCents } from '../../lib/amounts.ts'
import { usePresenting } from '../../lib/presenting.ts'
import classes from './balance-sheet.module.css'
import { type Bar, type Bars, barsOf, type Segment } from './bars.ts'
import tableClasses from './sheet-table.module.css'

/** The dates of the figures shown: a single one, or the range from oldest to newest. */
function AsOf({ oldest, newest }: { oldest: string | null; newest: string | null }) {
  if (oldest === null || newest === null) return <Absent />
  if (oldest === newest) return <CalendarDate date={oldest} />
  return (
    <>
      <CalendarDate date={oldest} /> – <CalendarDate date={newest} />
    </>
  )
}

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
        <LatestValue cents={bar.cents} />
      </span>
    </div>
  )
}

/** The bars as figures; an estate status of which nothing is valued has no column. */
function Matrix({ bars: all, classes: drawn }: Bars) {
  const bars = all.filter(({ segments }) => segments.length > 0)
  return (
    <div className="scroll-x">
      <table className={classes.matrix} aria-label="Recorded value by asset class and estate status">
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
function EstateBars({ sheet }: { sheet: Sheet }) {
  const id = useId()
  const drawn = barsOf(sheet)
  if (drawn.classes.length === 0) return null
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        Recorded value by estate status and asset class
      </figcaption>
      {drawn.bars.map((bar) => (
        <BarLine key={bar.key} bar={bar} zero={drawn.zero} />
      ))}
      <ol className={`wrap ${classes.legend}`} aria-label="Asset classes">
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

/** A sheet with up to this many asset-class lines shows them expanded. */
const fewClasses = 30

function Amount({ cents, strong }: { cents: bigint; strong: boolean }) {
  const money = <Money cents={cents} />
  return strong ? <strong className="strong">{money}</strong> : money
}

function Cells({ figures, strong = false, total = false }: { figures: Figures; strong?: boolean; total?: boolean }) {
  const { entities, unvalued, oldest, newest, cents } = figures
  const isClientView = usePresenting() !== null
  return (
    <>
      <td className={tableClasses.count}>{formatCount(entities)}</td>
      <td className={tableClasses.count}>{unvalued > 0 ? formatCount(unvalued) : ''}</td>
      <td>
        <AsOf oldest={oldest} newest={newest} />
      </td>
      {isClientView ? null : <td>{oldest === null ? <Absent /> : <FigureAge date={oldest} bare />}</td>}
      <td className={tableClasses.amount}>
        {entities === unvalued ? (
          <NoneOf resource="valuations">
            <span className={tableClasses.quiet}>Not valued</span>
          </NoneOf>
        ) : (
          <>
            <Amount cents={cents} strong={strong} />
            {total ? <SoFar of="valuations" /> : null}
          </>
        )}
      </td>
    </>
  )
}

function ClassRows({ kind }: { kind: KindLine }) {
  const isClientView = usePresenting() !== null
  return kind.classes.map(({ key, name, cents, entities }) => (
    <tr key={key} className={tableClasses.classRow}>
      <th scope="row">
        <RecordText>{name}</RecordText>
      </th>
      <td className={tableClasses.count}>{formatCount(entities)}</td>
      <td />
      <td />
      {isClientView ? null : <td />}
      <td className={tableClasses.amount}>
        <Money cents={cents} />
      </td>
    </tr>
  ))
}

function KindRows({ kind, openAtFirst }: { kind: KindLine; openAtFirst: boolean }) {
  const [open, setOpen] = useState(openAtFirst)
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <>
      <tr className={tableClasses.kindRow}>
        <th scope="row">
          {kind.classes.length > 0 ? (
            <button
              type="button"
              className={`plain-button inline ${tableClasses.toggle}`}
              aria-expanded={open}
              title={open ? 'Hide asset classes' : 'Show asset classes'}
              onClick={() => setOpen(!open)}
            >
              <Chevron size={14} stroke={1.75} aria-hidden="true" />
              <RecordText>{kind.name}</RecordText>
            </button>
          ) : (
            <span className={tableClasses.plain}>
              <RecordText>{kind.name}</RecordText>
            </span>
          )}
        </th>
        <Cells figures={kind} />
      </tr>
      {open ? <ClassRows kind={kind} /> : null}
    </>
  )
}

function Group({ group, openAtFirst }: { group: StatusGroup; openAtFirst: boolean }) {
  return (
    <tbody>
      <tr className={tableClasses.groupRow}>
        <th scope="rowgroup">
          <strong className="strong">
            <RecordText>{group.name}</RecordText>
          </strong>
        </th>
        <Cells figures={group} strong />
      </tr>
      {group.kinds.map((kind) => (
        <KindRows key={kind.key} kind={kind} openAtFirst={openAtFirst} />
      ))}
    </tbody>
  )
}

/**
 * The figures by estate status, then entity kind, then asset class. Every sum is the exact sum of the lines below it. A client is shown no
 * ages.
 */
function SheetTable({ sheet }: { sheet: Sheet }) {
  const isClientView = usePresenting() !== null
  const isUnread = useIsUnread('valuations')
  const lines = sheet.groups.flatMap(({ kinds }) => kinds.flatMap((kind) => kind.classes))
  return (
    <div className="scroll-x">
      <table className={tableClasses.table} aria-label="Balance sheet">
        <thead>
          <tr>
            <th scope="col">Held as</th>
            <th scope="col" className={tableClasses.count}>
              Entities
            </th>
            <th scope="col" className={tableClasses.count}>
              {isUnread ? 'Without a value so far' : 'Not valued'}
            </th>
            <th scope="col">As of</th>
            {isClientView ? null : <th scope="col">Oldest value</th>}
            <th scope="col" className={tableClasses.amount}>
              Recorded value
            </th>
          </tr>
        </thead>
        {sheet.groups.map((group) => (
          <Group key={group.key} group={group} openAtFirst={lines.length <= fewClasses} />
        ))}
        <tfoot>
          <tr>
            <th scope="row">
              <strong className="strong">Total</strong>
            </th>
            <Cells figures={sheet} strong total />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** A complete roll-up as bars and a table. Entities without a valuation are counted, not treated as zero. */
export function BalanceSheet({ rollUp }: { rollUp: RollUp }) {
  const sheet = useMemo(() => sheetOf(rollUp), [rollUp])
  const isUnread = useIsUnread('entities')
  if (sheet.entities === 0 && isUnread) return <UnreadRows resource="entities" section />
  if (sheet.entities === 0) return <Quiet>No entities yet</Quiet>
  return (
    <>
      <p className={classes.dates}>
        Values as of <AsOf oldest={sheet.oldest} newest={sheet.newest} />
      </p>
      {amountsAreHidden() ? null : <EstateBars sheet={sheet} />}
      <SheetTable sheet={sheet} />
      <p className={`note ${classes.note}`}>
        Recorded value: the sum of directly held assets, from each entity’s latest valuation on this computer. Entities
        without a valuation are left out, not counted as zero. Total values are not added up because they may count
        subsidiaries twice.
      </p>
    </>
  )
}
