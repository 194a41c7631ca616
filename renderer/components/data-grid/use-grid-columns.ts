import { useMemo, useState } from 'react'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import { arrange, clampWidth } from './column-layout.ts'
import type { ShownColumn } from './GridRow.tsx'
import type { GridColumn } from './grid-column.ts'

type Sizing = { width: number; grow?: number }

/**
 * Column widths in pixels that fill `available` exactly: space beyond the minimum widths is shared in proportion to `grow`. If
 * the minimum widths do not fit, they are kept and the grid scrolls horizontally.
 */
export function columnWidths(columns: readonly Sizing[], available: number): number[] {
  const least = columns.reduce((sum, { width }) => sum + width, 0)
  const shares = columns.reduce((sum, { grow = 0 }) => sum + grow, 0)
  const spare = Math.floor(available) - least
  if (spare <= 0 || shares === 0) return columns.map(({ width }) => width)
  let given = 0
  let seen = 0
  return columns.map(({ width, grow = 0 }) => {
    seen += grow
    const upToHere = Math.floor((spare * seen) / shares)
    const extra = upToHere - given
    given = upToHere
    return width + extra
  })
}

/** Width of the tick boxes before the first column, in pixels. */
const gutter = 44

/** The visible columns in order, with their widths for `available` pixels. */
export function useGridColumns<Row>(
  columns: readonly GridColumn<Row>[],
  layout: readonly ColumnLayout[],
  available: number,
) {
  const [resizing, setResizing] = useState<{ id: string; width: number } | null>(null)
  return useMemo(() => {
    const laid = arrange(columns, layout).filter(({ hidden }) => !hidden)
    const widths = columnWidths(
      laid.map(({ column, width }) => {
        const own = resizing?.id === column.id ? clampWidth(resizing.width) : width
        return own === null ? column : { width: own }
      }),
      available - gutter,
    )
    const leftOf = (at: number) => widths.slice(0, at).reduce((sum, width) => sum + width, gutter)
    const shown = laid.map(
      ({ column, pinned }, at): ShownColumn<Row> => ({ ...column, left: pinned ? leftOf(at) : null }),
    )
    return { shown, widths, template: [gutter, ...widths].map((width) => `${width}px`).join(' '), setResizing }
  }, [columns, layout, available, resizing])
}
