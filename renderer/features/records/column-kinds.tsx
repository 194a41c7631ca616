import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { figureAge } from '../../../shared/domain/figure-age.ts'
import { sumCents } from '../../../shared/domain/money.ts'
import { nameOf } from '../../../shared/domain/names.ts'
import type { ColumnsOf, ListedField } from '../../../shared/ipc/list-columns.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import type { Field, Fields } from '../../../shared/records/field.ts'
import { resourceFields } from '../../../shared/records/resource-fields.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { GridLink } from '../../components/data-grid/GridRow.tsx'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { FigureAge } from '../../components/FigureAge.tsx'
import { LatestValue } from '../../components/Money.tsx'
import { PendingMark as PendingMarkView } from '../../components/PendingMark.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import {
  Absent,
  Ago,
  agoWords,
  CalendarDate,
  EnumName,
  OptionalText,
  Tick,
  Uncomputed,
  uncomputedReason,
  YesNo,
} from '../../components/Values.tsx'
import { amountToCopy, formatCentsShort, formatCentsShown, isShownNegative, sumToCopy } from '../../lib/amounts.ts'
import { presentingNow } from '../../lib/presenting.ts'

type Layout = { width: number; grow?: true; hidden?: true }
type Shape = Layout & { header: string }
type Keys<Row, Value> = { [Key in keyof Row]-?: Row[Key] extends Value ? Key : never }[keyof Row] & string

type Named = { id: string; title: string; pending: PendingMark | null; attention: boolean }

/** The mark for the pending writes to a row's record. */
export const Mark = ({ row }: { row: Pick<Named, 'pending' | 'attention'> }) =>
  row.pending === null ? null : <PendingMarkView mark={row.pending} attention={row.attention} />

/** Width of an avatar in a list with its gap, in pixels. */
export const avatarWidth = 32

/** The record's name as a link to its page. */
export function nameColumn<Row extends Named>(
  resource: Resource,
  { avatar, ...shape }: Shape & { /** Decorative; in lists. */ avatar?: (row: Row) => ReactNode },
): GridColumn<Row> {
  return {
    ...shape,
    ...(avatar ? { beside: avatarWidth } : {}),
    id: 'title',
    sortable: true,
    cell: (row) => (
      <>
        <RecordLink resource={resource} id={row.id} name={row.title} />
        <Mark row={row} />
      </>
    ),
    draw: (row) => (
      <>
        {avatar?.(row)}
        <GridLink resource={resource} id={row.id} name={row.title}>
          <Mark row={row} />
        </GridLink>
      </>
    ),
    text: (row) => row.title,
  }
}

/** Text that may be missing; `or` provides a replacement, such as the id. */
export function textColumn<Row>(
  id: Keys<Row, string | null>,
  shape: Shape,
  or: (row: Row) => string | null = () => null,
): GridColumn<Row> {
  const textOf = (row: Row) => ((row[id] as string | null) ?? or(row) ?? '').trim()
  return { ...shape, id, sortable: true, cell: (row) => <OptionalText text={textOf(row)} />, text: textOf }
}

/** A value of a known set; an unknown value is shown as the service sent it. */
export function choiceColumn<Row>(
  id: Keys<Row, string | null>,
  names: Readonly<Record<string, string>>,
  shape: Shape,
): GridColumn<Row> {
  const choiceOf = (row: Row) => row[id] as string | null
  return {
    ...shape,
    id,
    sortable: true,
    cell: (row) => {
      const value = choiceOf(row)
      return value === null ? <Absent /> : <EnumName names={names} value={value} />
    },
    text: (row) => {
      const value = choiceOf(row)
      return value === null ? '' : nameOf(names, value)
    },
  }
}

function dateColumn<Row>(id: Keys<Row, string | null>, shape: Shape): GridColumn<Row> {
  const dateOf = (row: Row) => row[id] as string | null
  return {
    ...shape,
    id,
    sortable: true,
    cell: (row) => {
      const date = dateOf(row)
      return date === null ? <Absent /> : <CalendarDate date={date} />
    },
    text: (row) => formatCalendarDate(dateOf(row) ?? ''),
    copy: (row) => dateOf(row) ?? '',
  }
}

/** A time as how long ago it was; copied as the exact time. */
export function agoColumn<Row>(id: Keys<Row, string>, shape: Shape): GridColumn<Row> {
  const momentOf = (row: Row) => row[id] as string
  return {
    ...shape,
    id,
    sortable: true,
    cell: (row) => <Ago at={momentOf(row)} />,
    text: (row, now) => agoWords(momentOf(row), now),
    copy: momentOf,
  }
}

export function countColumn<Row>(id: Keys<Row, number>, shape: Shape, of: Resource): GridColumn<Row> {
  const text = (row: Row) => formatCount(row[id] as number)
  return {
    ...shape,
    id,
    empty: { of, is: (row) => row[id] === 0, grows: true },
    align: 'end',
    sortable: true,
    cell: text,
    text,
    copy: (row) => String(row[id]),
  }
}

/** Amounts in whole cents; null if there is none, which is shown as not valued, not as zero. */
function centsColumn<Row>(id: keyof Row & string, shape: Shape, centsOf: (row: Row) => bigint | null): GridColumn<Row> {
  return {
    ...shape,
    id,
    align: 'end',
    sortable: true,
    empty: { of: 'valuations', is: (row) => row[id] === null, none: 'Not valued' },
    cell: (row) => <LatestValue cents={centsOf(row)} />,
    text: (row) => {
      const cents = centsOf(row)
      // If a cell cut off a huge amount, it would look like a small one.
      return cents === null ? 'Not valued' : formatCentsShown(cents)
    },
    short: (row) => {
      const cents = centsOf(row)
      return cents === null ? '—' : formatCentsShort(cents)
    },
    copy: (row) => {
      const cents = centsOf(row)
      return cents === null ? '' : sumToCopy(cents)
    },
    tone: (row) => {
      const cents = centsOf(row)
      return cents === null ? 'quiet' : isShownNegative(cents) ? 'negative' : undefined
    },
  }
}

/** An amount in USD. */
export function moneyColumn<Row>(id: Keys<Row, number | null>, shape: Shape): GridColumn<Row> {
  const usdOf = (row: Row) => row[id] as number | null
  const centsOf = (row: Row) => {
    const usd = usdOf(row)
    return usd === null ? null : sumCents([usd])
  }
  return { ...centsColumn<Row>(id, shape, centsOf), copy: (row) => amountToCopy(usdOf(row)) }
}

/** A sum in whole cents, exact at any size, which grows until all entities are read. */
export function sumColumn<Row>(id: Keys<Row, string | null>, shape: Shape): GridColumn<Row> {
  const column = centsColumn<Row>(id, shape, (row) => {
    const cents = row[id] as string | null
    return cents === null ? null : BigInt(cents)
  })
  return { ...column, ...(column.empty && { empty: { ...column.empty, grows: true } }) }
}

/** The effective date of a figure as its age, marked from one year on; a client sees the date. Without a date there is no figure. */
export function figureAgeColumn<Row>(id: Keys<Row, string | null>, shape: Shape): GridColumn<Row> {
  const dateOf = (row: Row) => row[id] as string | null
  const ageOf = (row: Row, now: number) => {
    const date = dateOf(row)
    if (date === null) return null
    if (presentingNow() !== null) return { text: formatCalendarDate(date), old: false }
    return figureAge(date, localToday(new Date(now)))
  }
  return {
    ...dateColumn<Row>(id, shape),
    align: 'end',
    empty: { of: 'valuations', is: (row) => row[id] === null },
    cell: (row) => {
      const date = dateOf(row)
      return date === null ? <Absent /> : <FigureAge date={date} bare />
    },
    text: (row, now) => ageOf(row, now)?.text ?? '',
    tone: (row, now) => (ageOf(row, now)?.old ? 'old' : undefined),
    hint: (row) => {
      const date = dateOf(row)
      return date === null ? undefined : formatCalendarDate(date)
    },
  }
}

/** A tick for yes. No is an empty cell, because it is the most common value. */
export function flagColumn<Row>(id: Keys<Row, boolean>, shape: Shape): GridColumn<Row> {
  return {
    ...shape,
    id,
    sortable: true,
    cell: (row) => <YesNo value={row[id] as boolean} />,
    draw: (row) => <Tick on={row[id] as boolean} />,
    text: (row) => (row[id] ? 'Yes' : 'No'),
  }
}

/** The column of a field, drawn by the field's kind. */
export function fieldColumn<Row>({ label, header = label, ...field }: Field, id: keyof Row, layout: Layout) {
  const shape = { ...layout, header }
  // The row's schema is derived from the same field.
  if (field.kind === 'choice') return choiceColumn<Row>(id as Keys<Row, string | null>, field.choices, shape)
  if (field.kind === 'date') return dateColumn<Row>(id as Keys<Row, string | null>, shape)
  if (field.kind === 'time') return agoColumn<Row>(id as Keys<Row, string>, shape)
  if (field.kind === 'flag') return flagColumn<Row>(id as Keys<Row, boolean>, shape)
  if (field.kind === 'money') return moneyColumn<Row>(id as Keys<Row, number | null>, shape)
  return textColumn<Row>(id as Keys<Row, string | null>, shape)
}

type Readable = { unreadable?: readonly string[] | undefined }

/** The column, with an empty cell and the reason for it where the row has a value that could not be computed. */
export function withReasons<Row extends Readable>(column: GridColumn<Row>): GridColumn<Row> {
  // A record without a readable name is named by its id.
  if (column.id === 'title') return column
  const { id, cell, text, draw, copy, tone, hint, empty } = column
  const isBad = ({ unreadable }: Row) => unreadable?.includes(id) ?? false
  return {
    ...column,
    cell: (row) => (isBad(row) ? <Uncomputed /> : cell(row)),
    ...(text && { text: (row, now) => (isBad(row) ? '—' : text(row, now)) }),
    ...(draw && { draw: (row) => (isBad(row) ? <Uncomputed /> : draw(row)) }),
    ...(copy && { copy: (row) => (isBad(row) ? '' : copy(row)) }),
    tone: (row, now) => (isBad(row) ? 'quiet' : tone?.(row, now)),
    hint: (row) => (isBad(row) ? uncomputedReason : hint?.(row)),
    ...(empty && { empty: { ...empty, is: (row) => !isBad(row) && empty.is(row) } }),
  }
}

type OwnField<R extends Resource> = ListedField<(typeof resourceFields)[R]>

type ListLayout<R extends Resource, Row> = {
  readonly [Column in ColumnsOf<R>]: Column extends OwnField<R> ? Layout | GridColumn<Row> : GridColumn<Row>
}

/**
 * All columns of a resource's list, in their default order. The record's own fields need a layout only; they are drawn by kind
 * unless they have a column of their own here.
 */
export function listGrid<R extends Resource, Row extends Readable>(
  resource: R,
  columns: ListLayout<R, Row>,
): readonly GridColumn<Row>[] {
  const fields: Fields = resourceFields[resource]
  return Object.entries<Layout | GridColumn<Row>>(columns).flatMap(([id, column]) => {
    if ('cell' in column) return [withReasons(column)]
    const field = fields[id]
    return field ? [withReasons(fieldColumn<Row>(field, id as keyof Row, column))] : []
  })
}
