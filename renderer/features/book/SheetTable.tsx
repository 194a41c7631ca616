import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { Figures, KindLine, Sheet, StatusGroup } from '../../../shared/domain/balance-sheet.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import { FigureAge } from '../../components/FigureAge.tsx'
import { Money } from '../../components/Money.tsx'
import { useIsUnread } from '../../components/sync-state.ts'
import { NoneOf, SoFar } from '../../components/Unread.tsx'
import { Absent, RecordText } from '../../components/Values.tsx'
import { AsOf } from './AsOf.tsx'
import classes from './sheet-table.module.css'

/** A sheet with up to this many asset-class lines shows them expanded. */
const fewClasses = 30

function Amount({ cents, strong }: { cents: bigint; strong: boolean }) {
  const money = <Money cents={cents} />
  return strong ? <strong className="strong">{money}</strong> : money
}

function Cells({ figures, strong = false, total = false }: { figures: Figures; strong?: boolean; total?: boolean }) {
  const { entities, unvalued, oldest, newest, cents } = figures
  return (
    <>
      <td className={classes.count}>{formatCount(entities)}</td>
      <td className={classes.count}>{unvalued > 0 ? formatCount(unvalued) : ''}</td>
      <td>
        <AsOf oldest={oldest} newest={newest} />
      </td>
      <td>{oldest === null ? <Absent /> : <FigureAge date={oldest} bare />}</td>
      <td className={classes.amount}>
        {entities === unvalued ? (
          <NoneOf resource="valuations">
            <span className={classes.quiet}>Not valued</span>
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
  return kind.classes.map(({ key, name, cents, entities }) => (
    <tr key={key} className={classes.classRow}>
      <th scope="row">
        <RecordText>{name}</RecordText>
      </th>
      <td className={classes.count}>{formatCount(entities)}</td>
      <td />
      <td />
      <td />
      <td className={classes.amount}>
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
      <tr className={classes.kindRow}>
        <th scope="row">
          {kind.classes.length > 0 ? (
            <button
              type="button"
              className={classes.toggle}
              aria-expanded={open}
              title={open ? 'Hide asset classes' : 'Show asset classes'}
              onClick={() => setOpen(!open)}
            >
              <Chevron size={14} stroke={1.75} aria-hidden="true" />
              <RecordText>{kind.name}</RecordText>
            </button>
          ) : (
            <span className={classes.plain}>
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
      <tr className={classes.groupRow}>
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

/** The figures by estate status, then entity kind, then asset class. Every sum is the exact sum of the lines below it. */
export function SheetTable({ sheet }: { sheet: Sheet }) {
  const isUnread = useIsUnread('valuations')
  const lines = sheet.groups.flatMap(({ kinds }) => kinds.flatMap((kind) => kind.classes))
  return (
    <div className="scroll-x">
      <table className={classes.table} aria-label="Balance sheet">
        <thead>
          <tr>
            <th scope="col">Held as</th>
            <th scope="col" className={classes.count}>
              Entities
            </th>
            <th scope="col" className={classes.count}>
              {isUnread ? 'Without a value so far' : 'Not valued'}
            </th>
            <th scope="col">As of</th>
            <th scope="col">Oldest figure</th>
            <th scope="col" className={classes.amount}>
              Directly held
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
