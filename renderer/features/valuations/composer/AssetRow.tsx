import { IconArrowBackUp, IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactNode, useId, useState } from 'react'
import { amountText, parseAmount } from '../../../../shared/domain/amounts.ts'
import type { Figures } from '../../../../shared/domain/valuation-difference.ts'
import type { KnownAssetClass } from '../../../../shared/ipc/asset-classes.ts'
import { Money } from '../../../components/Money.tsx'
import { MoneyChange } from '../../../components/MoneyChange.tsx'
import { Quiet } from '../../../components/Values.tsx'
import { ClassField } from '../../asset-classes/public.ts'
import classes from './composer.module.css'
import { problemsOf, type Row, type RowField } from './rows.ts'
import type { RowActions } from './use-composer.ts'

type Props = {
  row: Row
  /** The row number, starting at 1. */
  number: number
  figures: Figures | undefined
  changed: boolean
  /** If set, all problems are shown, including those of fields that were not edited. */
  strict: boolean
  known: readonly KnownAssetClass[]
  actions: RowActions
  onAddClass: (key: string, typed: string) => void
}

function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.action} title={label} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}

type CellProps = {
  label: string
  value: string
  problem: string | undefined
  amount?: boolean
  onChange: (value: string) => void
  onFocus?: () => void
  onBlur?: () => void
}

/** A plain HTML input instead of a Mantine one: a valuation may have thousands. */
function Cell({ label, value, problem, amount = false, onChange, ...on }: CellProps) {
  const id = useId()
  return (
    <>
      <input
        className={amount ? `${classes.input} ${classes.amount}` : classes.input}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        inputMode={amount ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...on}
      />
      {problem === undefined ? null : (
        <p id={id} className={classes.problem}>
          {problem}
        </p>
      )}
    </>
  )
}

function ValueField({ row, number, strict, actions }: Pick<Props, 'row' | 'number' | 'strict' | 'actions'>) {
  const [typing, setTyping] = useState(false)
  const problem = problemsOf(row).value
  return (
    <Cell
      amount
      label={`Value, row ${number}`}
      value={row.value}
      problem={strict || (row.value.trim() !== '' && !typing) ? problem : undefined}
      onFocus={() => setTyping(true)}
      onChange={(value) => actions.change(row.key, { value })}
      onBlur={() => {
        setTyping(false)
        const { value } = parseAmount(row.value)
        if (value !== null && amountText(value) !== row.value) actions.change(row.key, { value: amountText(value) })
      }}
    />
  )
}

function fieldCells({ row, number, strict, known, actions, onAddClass }: Props) {
  const problems = problemsOf(row)
  const cell = (field: RowField, children: ReactNode) => <td data-field={field}>{children}</td>
  const text = (field: 'name' | 'external_id', label: string) => (
    <Cell
      label={`${label}, row ${number}`}
      value={row[field]}
      problem={strict ? problems[field] : undefined}
      onChange={(value) => actions.change(row.key, { [field]: value })}
    />
  )
  return {
    name: cell('name', text('name', 'Name')),
    class: cell(
      'class',
      <ClassField
        label={`Asset class, row ${number}`}
        known={known}
        chosen={row.class}
        text={row.class_text}
        error={strict || row.class_text !== '' ? (problems.class ?? null) : null}
        inputClass={classes.input}
        onChoose={(chosen) => actions.change(row.key, { class: chosen, class_text: '' })}
        onText={(typed) => actions.change(row.key, { class: null, class_text: typed })}
        onAdd={(typed) => onAddClass(row.key, typed)}
      />,
    ),
    external_id: cell('external_id', text('external_id', 'External ID')),
    value: cell('value', <ValueField row={row} number={number} strict={strict} actions={actions} />),
  }
}

const crossedOut = (row: Row) => ({
  name: <td className={classes.gone}>{row.name}</td>,
  class: <td className={classes.gone}>{row.class?.name}</td>,
  external_id: <td className={classes.gone}>{row.external_id}</td>,
  value: <td className={classes.out}>Left out</td>,
})

const sameFigures = (one: Figures | undefined, other: Figures | undefined) =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.before === other.before &&
    one.after === other.after &&
    one.difference === other.difference)

/** Props comparison for `memo`: typing in one row must not re-render hundreds of others. */
const sameRow = ({ figures, ...one }: Props, { figures: others, ...other }: Props) =>
  sameFigures(figures, others) && (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name])

/** One asset of the valuation: its fields, its previous value, and the row's actions. */
export const AssetRow = memo(function AssetRow(props: Props) {
  const { row, number, figures, changed, actions } = props
  const { key, removed } = row
  const cells = removed ? crossedOut(row) : fieldCells(props)
  const readable = removed || figures === undefined || figures.after !== null || row.value.trim() === ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      actions.move(key, event.key === 'ArrowUp' ? -1 : 1)
    } else if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key === 'Backspace') {
      event.preventDefault()
      actions.remove(key)
    }
  }
  return (
    <tr data-row={key} data-removed={removed || undefined} data-changed={changed || undefined} onKeyDown={onKeyDown}>
      {cells.name}
      {cells.class}
      {cells.external_id}
      <td className={classes.figure}>
        {figures?.before == null ? <Quiet>{row.from === null ? 'New' : '—'}</Quiet> : <Money cents={figures.before} />}
      </td>
      {cells.value}
      <td className={classes.figure}>
        {figures && readable ? <MoneyChange cents={figures.difference} /> : <Quiet>—</Quiet>}
      </td>
      <td className={classes.actions}>
        {row.from !== null && (changed || removed) ? (
          <Action label={`Undo changes in row ${number}`} onClick={() => actions.undo(key)}>
            <IconArrowBackUp size={14} stroke={1.75} aria-hidden="true" />
          </Action>
        ) : null}
        <Action label={`Move row ${number} up`} onClick={() => actions.move(key, -1)}>
          <IconArrowUp size={14} stroke={1.75} aria-hidden="true" />
        </Action>
        <Action label={`Move row ${number} down`} onClick={() => actions.move(key, 1)}>
          <IconArrowDown size={14} stroke={1.75} aria-hidden="true" />
        </Action>
        {removed ? null : (
          <Action label={`Remove row ${number}`} onClick={() => actions.remove(key)}>
            <IconTrash size={14} stroke={1.75} aria-hidden="true" />
          </Action>
        )}
      </td>
    </tr>
  )
}, sameRow)
