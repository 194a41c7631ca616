import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import type { KnownAssetClass } from '../../../../shared/ipc/asset-classes.ts'
import { Money } from '../../../components/Money.tsx'
import { MoneyChange } from '../../../components/MoneyChange.tsx'
import { AssetRow } from './AssetRow.tsx'
import classes from './composer.module.css'
import { isChanged, type RowDifferences, type RowField } from './rows.ts'
import type { Composer } from './use-composer.ts'

type Props = {
  composer: Composer
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
