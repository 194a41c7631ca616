import { useState } from 'react'
import type { ImportShape } from '../../../shared/ipc/imports.ts'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './import.module.css'

type Props = {
  shape: Pick<ImportShape, 'lines' | 'header_row'>
  /** True while it is open which row has the names of the columns. */
  isAsked: boolean
  disabled: boolean
  /** Called with the row that has the names of the columns; null if none has. */
  onHeader: (row: number | null) => void
}

/** The file's first rows as they are; a click makes another row the header. */
export function RawRows({ shape: { lines, header_row: proposed }, isAsked, disabled, onHeader }: Props) {
  const header = isAsked ? null : proposed
  const [isOpen, setOpen] = useState(header === null || header !== lines[0]?.row)
  const words = header === null ? 'No row names the columns' : `Row ${header} names the columns`
  return (
    <details className={classes.raw} open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{isAsked ? 'First rows' : words}</summary>
      <Quiet>
        {header === null
          ? 'Click the row that names the columns.'
          : `Click the row that names the columns, or row ${header} again if none does.`}
      </Quiet>
      <div className={classes.rawRows}>
        <table aria-label="First rows of the file">
          <tbody>
            {lines.map(({ row, cells }) => (
              <tr key={row} data-header={row === header || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    disabled={disabled}
                    title="Use this row as the names of the columns"
                    aria-label={`Row ${row} names the columns`}
                    aria-pressed={row === header}
                    onClick={() => onHeader(row === header ? null : row)}
                  >
                    {row}
                  </button>
                </th>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index alone
                  <td key={column}>
                    <RecordText>{cell}</RecordText>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
