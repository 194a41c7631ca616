import { Button, Select } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ImportPart } from '../../../shared/domain/import/import-fields.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ImportShape } from '../../../shared/ipc/imports.ts'
import { type Encoding, encodings } from '../../../shared/tables/decode.ts'
import type { Delimiter } from '../../../shared/tables/split.ts'
import { FileChoice } from '../../components/FileChoice.tsx'
import { ErrorState } from '../../components/States.tsx'
import { SetAsideRows } from '../../components/tables/SetAsideRows.tsx'
import { TableQuestions } from '../../components/tables/TableQuestions.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './import.module.css'
import { answersOf, type ImportFiles, openQuestions, questionsOf, type ReadyFile, readIn } from './use-import-files.ts'

type RawRowsProps = {
  shape: Pick<ImportShape, 'lines' | 'header_row'>
  /** True while it is open which row has the names of the columns. */
  isAsked: boolean
  disabled: boolean
  /** Called with the row that has the names of the columns; null if none has. */
  onHeader: (row: number | null) => void
}

/** The file's first rows as they are; a click makes another row the header. */
function RawRows({ shape: { lines, header_row: proposed }, isAsked, disabled, onHeader }: RawRowsProps) {
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

type Props = { part: ImportPart; files: ImportFiles; disabled: boolean }

const hints = {
  households: 'External ID, owner, notes. The service names households; a name here is only used to match people.',
  individuals: 'First and last name, and the household: its external ID, or its name.',
} as const

const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (Western)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
}

const delimiterChoices: { value: Delimiter; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Pipe' },
]

function Reading({ part, file, files, disabled }: Props & { file: ReadyFile }) {
  const { sheets } = file.shape
  // A choice is shown also while the file is not read with it.
  const { encoding, delimiter, sheet } = {
    encoding: file.shape.encoding && (file.reading.encoding ?? file.shape.encoding),
    delimiter: file.shape.delimiter && (file.reading.delimiter ?? file.shape.delimiter),
    sheet: file.shape.sheet && (file.reading.sheet ?? file.shape.sheet),
  }
  return (
    <div className={classes.reading}>
      {encoding === null ? null : (
        <Select
          size="xs"
          label="Encoding"
          disabled={disabled}
          data={encodings.map((value) => ({ value, label: encodingNames[value] }))}
          value={encoding}
          allowDeselect={false}
          onChange={(chosen) => chosen && files.change(part, { encoding: chosen as Encoding })}
        />
      )}
      {delimiter === null ? null : (
        <Select
          size="xs"
          label="Delimiter"
          disabled={disabled}
          data={delimiterChoices}
          value={delimiter}
          allowDeselect={false}
          onChange={(chosen) => chosen && files.change(part, { delimiter: chosen as Delimiter })}
        />
      )}
      {sheet === null ? null : (
        <Select
          size="xs"
          label="Sheet"
          disabled={disabled}
          data={sheets}
          value={sheet}
          allowDeselect={false}
          onChange={(chosen) => chosen && files.change(part, { sheet: chosen })}
        />
      )}
    </div>
  )
}

/** How many rows are taken, refused, left out and undecided: together all rows with content but the names of the columns. */
function rowWords({ rows, refused_count, left_out_count, waiting_count }: ReadyFile['shape']): string {
  const all = rows + refused_count + left_out_count + waiting_count
  const [taken, wrong, apart, open] = [rows, refused_count, left_out_count, waiting_count].map(formatCount)
  const waiting = waiting_count === 0 ? '' : `, ${open} waiting for an answer`
  return `${formatCount(all)} ${all === 1 ? 'row' : 'rows'}: ${taken} to check, ${wrong} refused, ${apart} left out${waiting}`
}

/** Chooses or accepts one dropped file, with the options for reading it. */
export function FileSlot({ part, files, disabled }: Props) {
  const [over, setOver] = useState(false)
  const file = files.files[part]
  const read = readIn(file)
  const { many } = resourceNames[part]
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped && !disabled) void files.choose(part, dropped)
  }
  return (
    <section
      className={`column ${classes.slot}`}
      data-over={over || undefined}
      aria-label={`${many} file`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="row">
        <IconFileSpreadsheet size={16} stroke={1.75} aria-hidden="true" />
        <strong>{many}</strong>
        {file.step === 'none' ? null : <bdi className={`cut ${classes.fileName}`}>{file.name}</bdi>}
        <span role="status">
          {file.step === 'reading' ? <Quiet>Reading…</Quiet> : null}
          {file.step === 'ready' ? <Quiet>{rowWords(file.shape)}</Quiet> : null}
        </span>
        <div className={classes.slotActions}>
          <FileChoice
            label={`${many} file`}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onFile={(chosen) => void files.choose(part, chosen)}
            disabled={disabled}
          >
            {file.step === 'none' ? 'Choose a file…' : 'Choose another…'}
          </FileChoice>
          {file.step === 'none' ? null : (
            <Button variant="subtle" color="gray" disabled={disabled} onClick={() => files.remove(part)}>
              Remove
            </Button>
          )}
        </div>
      </div>
      {file.step === 'none' ? <Quiet>{hints[part]} Or drop the file here.</Quiet> : null}
      {file.step === 'failed' ? <ErrorState error={file.error} /> : null}
      {read === null ? null : <Reading part={part} file={read} files={files} disabled={disabled} />}
      {file.step === 'ready' ? (
        <>
          <RawRows
            shape={file.shape}
            isAsked={openQuestions(file).some(({ id }) => id === 'header')}
            disabled={disabled}
            onHeader={(row) => files.change(part, { header_row: row })}
          />
          <TableQuestions
            questions={questionsOf(file)}
            answers={answersOf(file)}
            disabled={disabled}
            onAnswer={(id, answer) => files.answer(part, id, answer)}
          />
          <SetAsideRows
            refused={file.shape.refused}
            leftOut={file.shape.left_out}
            waiting={file.shape.waiting}
            counts={{
              refused: file.shape.refused_count,
              leftOut: file.shape.left_out_count,
              waiting: file.shape.waiting_count,
            }}
          />
        </>
      ) : null}
      {file.step === 'ready' && file.shape.problems.length > 0 ? (
        <ul className={classes.problems} aria-label="File warnings">
          {file.shape.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
