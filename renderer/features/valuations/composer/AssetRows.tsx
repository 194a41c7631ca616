import { IconArrowBackUp, IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { amountText, parseAmount } from '../../../../shared/domain/amounts.ts'
import type { Figures } from '../../../../shared/domain/valuation-difference.ts'
import type { KnownAssetClass } from '../../../../shared/ipc/asset-classes.ts'
import { Money } from '../../../components/Money.tsx'
import { MoneyChange } from '../../../components/MoneyChange.tsx'
import { Quiet } from '../../../components/Values.tsx'
import { ClassField } from '../../asset-classes/public.ts'
import classes from './composer.module.css'
import { isChanged, problemsOf, type Row, type RowDifferences, type RowField } from './rows.ts'
import type { ComposerState, RowActions } from './use-composer.ts'

type AssetRowProps = {
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

function ValueField({ row, number, strict, actions }: Pick<AssetRowProps, 'row' | 'number' | 'strict' | 'actions'>) {
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

function fieldCells({ row, number, strict, known, actions, onAddClass }: AssetRowProps) {
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

/** AssetRowProps comparison for `memo`: typing in one row must not re-render hundreds of others. */
const sameRow = ({ figures, ...one }: AssetRowProps, { figures: others, ...other }: AssetRowProps) =>
  sameFigures(figures, others) && (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name])

/** One asset of the valuation: its fields, its previous value, and the row's actions. */
const AssetRow = memo(function AssetRow(props: AssetRowProps) {
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

type Props = {
  composer: ComposerState
  differences: RowDifferences
  strict: boolean
  known: readonly KnownAssetClass[]
  onAddClass: (key: string, typed: string) => void
}

const fieldOf = (target: EventTarget): { key: string; field: RowField } | null => {
  if (!(target instanceof HTMLElement)) return null
  const key = target.closest('[data-row]')?.getAttribute('data-row')
  const field = target.closest('[data-field]')?.getAttribute('data-field') as RowField | null | undefined
  return key && field ? { key, field } : null
}

const isOpenList = (target: EventTarget) =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true'

/** Keeps the focus in the row being edited while rows are added, removed and moved. */
function useRowFocus() {
  const table = useRef<HTMLTableElement>(null)
  const wanted = useRef<{ key: string; field: RowField } | null>(null)
  const focus = useCallback(({ key, field }: { key: string; field: RowField }) => {
    const row = table.current?.querySelector(`[data-row="${CSS.escape(key)}"]`)
    const input = row?.querySelector<HTMLInputElement>(`[data-field="${field}"] input`)
    input?.focus()
    input?.scrollIntoView({ block: 'nearest' })
    return input !== undefined && input !== null
  }, [])
  const later = useCallback((place: { key: string; field: RowField }) => {
    wanted.current = place
  }, [])
  // Most valuations only give new values to existing assets.
  useEffect(() => {
    const first = table.current?.querySelector('[data-row]')
    const input = first?.querySelector<HTMLInputElement>('[data-field="value"] input')
    const name = first?.querySelector<HTMLInputElement>('[data-field="name"] input')
    ;(name?.value === '' ? name : input)?.focus({ preventScroll: true })
  }, [])
  // Runs after every render: a moved row has lost the focus, and an added row exists only now.
  useEffect(() => {
    if (wanted.current && focus(wanted.current)) wanted.current = null
  })
  return { table, focus, later }
}

function Totals({ differences: { beyond, total, unread } }: { differences: RowDifferences }) {
  return (
    <tfoot>
      {beyond ? (
        <tr>
          <th scope="row" colSpan={3}>
            Not itemized
          </th>
          <td className={classes.figure}>{beyond.before === null ? null : <Money cents={beyond.before} />}</td>
          <td />
          <td className={classes.figure}>
            <MoneyChange cents={beyond.difference} />
          </td>
          <td />
        </tr>
      ) : null}
      <tr className={classes.total}>
        <th scope="row" colSpan={3}>
          Total directly held
          {unread > 0 ? (
            <span className={classes.unread}>
              {unread === 1
                ? 'excluding one value that cannot be read'
                : `excluding ${unread.toLocaleString('en-US')} values that cannot be read`}
            </span>
          ) : null}
        </th>
        <td className={classes.figure}>
          <Money cents={total.before} />
        </td>
        <td className={classes.figure} data-total="after">
          <Money cents={total.after} />
        </td>
        <td className={classes.figure} data-total="difference">
          <MoneyChange cents={total.difference} />
        </td>
        <td />
      </tr>
    </tfoot>
  )
}

/** The assets of the valuation, edited as in a spreadsheet. */
export function AssetRows({ composer, differences, strict, known, onAddClass }: Props) {
  const { typed, last, rows: actions } = composer
  const assets = last?.directly_held_assets ?? noAssets
  const { table, focus, later } = useRowFocus()
  const withFocus = useMemo(
    () => ({
      ...actions,
      move(key: string, by: -1 | 1) {
        const place = document.activeElement ? fieldOf(document.activeElement) : null
        if (place) later(place)
        actions.move(key, by)
      },
    }),
    [actions, later],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const place = fieldOf(event.target)
    if (!place || event.defaultPrevented || isOpenList(event.target)) return
    const vertical = place.field !== 'class' && !event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const step = event.key === 'Enter' ? (event.shiftKey ? -1 : 1) : vertical
    if (!step || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const typable = typed.rows.filter(({ removed }) => !removed)
    const next = typable[typable.findIndex(({ key }) => key === place.key) + step]
    if (next) focus({ key: next.key, field: place.field })
    else if (event.key === 'Enter' && step === 1) later({ key: actions.add(null), field: 'name' })
  }
  return (
    <div className="scroll-x">
      <table ref={table} className={classes.table} aria-label="Directly held assets" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className={classes.class}>
              Asset class
            </th>
            <th scope="col" className={classes.external}>
              External ID
            </th>
            <th scope="col" className={classes.figure}>
              Last value
            </th>
            <th scope="col" className={`${classes.figure} ${classes.value}`}>
              Value, USD
            </th>
            <th scope="col" className={classes.figure}>
              Difference
            </th>
            <th scope="col" className={classes.actions}>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {typed.rows.map((row, at) => (
            <AssetRow
              key={row.key}
              row={row}
              number={at + 1}
              figures={differences.byKey.get(row.key)}
              changed={isChanged(row, assets)}
              strict={strict}
              known={known}
              actions={withFocus}
              onAddClass={onAddClass}
            />
          ))}
        </tbody>
        <Totals differences={differences} />
      </table>
    </div>
  )
}

const noAssets: never[] = []
