import { useMemo, useState } from 'react'
import type { ColumnLayout } from '../../../shared/ipc/views.ts'
import { arrange, clampWidth } from './column-layout.ts'
import { columnWidths } from './column-widths.ts'
import type { ShownColumn } from './GridRow.tsx'
import type { GridColumn } from './grid-column.ts'

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
      available,
    )
    const leftOf = (at: number) => widths.slice(0, at).reduce((sum, width) => sum + width, 0)
    const shown = laid.map(
      ({ column, pinned }, at): ShownColumn<Row> => ({ ...column, left: pinned ? leftOf(at) : null }),
    )
    return { shown, widths, template: widths.map((width) => `${width}px`).join(' '), setResizing }
  }, [columns, layout, available, resizing])
}
