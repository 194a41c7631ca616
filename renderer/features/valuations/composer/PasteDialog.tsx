import { Checkbox, NativeSelect, Radio, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatCount } from '../../../../shared/domain/counts.ts'
import type { KnownAssetClass } from '../../../../shared/ipc/asset-classes.ts'
import { isAnswered } from '../../../../shared/tables/conversion.ts'
import type { Answers } from '../../../../shared/tables/doubts.ts'
import { type HoldingField, holdingFields } from '../../../../shared/tables/holding-columns.ts'
import { totalInWords } from '../../../../shared/tables/totals.ts'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { SetAsideRows } from '../../../components/tables/SetAsideRows.tsx'
import { TableQuestions } from '../../../components/tables/TableQuestions.tsx'
import { RecordText } from '../../../components/Values.tsx'
import { useApi, useClient } from '../../../lib/api.ts'
import { type MergeMode, matched } from './merge-rows.ts'
import { classFinder, mostRows, type Paste, readPaste } from './paste.ts'
import classes from './paste-dialog.module.css'
import type { Row } from './rows.ts'

type Props = {
  /** The clipboard text at the time the dialog was opened. */
  text: string
  rows: readonly Row[]
  known: readonly KnownAssetClass[]
  /** `remarks`: sentences for the valuation's description. */
  onPaste: (pasted: readonly Row[], mode: MergeMode, remarks: readonly string[]) => void
  onClose: () => void
}

const names: Readonly<Record<HoldingField, string>> = {
  name: 'Name',
  class: 'Asset class',
  value: 'Value',
  external_id: 'External ID',
  currency: 'Currency',
  ignore: 'Leave out',
}

/** Rows shown up to the header, and below it. */
const mostAbove = 5
const mostBelow = 6
const counted = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`

type PreviewProps = {
  paste: Paste
  onFields: (fields: readonly HoldingField[]) => void
  onHeader: (row: number | null) => void
}

/** The pasted rows around the header: the use of each column can be changed, and another row made the header. */
function Preview({ paste: { fields, headers, headerRow, lines }, onFields, onHeader }: PreviewProps) {
  // A field belongs to one column: choosing it for another column removes it from the first.
  const choose = (column: number, field: HoldingField) =>
    onFields(fields.map((other, at) => (at === column ? field : other === field ? 'ignore' : other)))
  const headerAt = lines.findIndex(({ row }) => row === headerRow)
  const shown = lines.slice(Math.max(0, headerAt - mostAbove), headerAt + 1 + mostBelow)
  return (
    <div className={classes.preview}>
      <table aria-label="Pasted cells">
        <thead>
          <tr>
            <td />
            {fields.map((field, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index alone
              <th key={column} scope="col">
                <NativeSelect
                  size="xs"
                  aria-label={headers[column] ? `Column ${column + 1}, ${headers[column]}` : `Column ${column + 1}`}
                  value={field}
                  data={holdingFields.map((value) => ({ value, label: names[value] }))}
                  onChange={(event) => {
                    const chosen = holdingFields.find((value) => value === event.currentTarget.value)
                    if (chosen) choose(column, chosen)
                  }}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.row} data-header={row.row === headerRow || undefined}>
              <th scope="row">
                <button
                  type="button"
                  className={`plain-button ${classes.rowButton}`}
                  title="Use this row as the names of the columns"
                  aria-label={`Row ${row.row} has the names of the columns`}
                  aria-pressed={row.row === headerRow}
                  onClick={() => onHeader(row.row === headerRow ? null : row.row)}
                >
                  {row.row}
                </button>
              </th>
              {fields.map((field, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} data-ignored={field === 'ignore' || undefined}>
                  <RecordText>{row.cells[column] ?? ''}</RecordText>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.hint}>Click the row that names the columns, or the bold one again if none does.</p>
    </div>
  )
}

/** Why the rows cannot be taken yet; null if they can. */
function whyWait(paste: Paste, answers: Answers): string | null {
  if (paste.rowsIn > mostRows) return `A valuation has at most ${formatCount(mostRows)} rows.`
  if (paste.questions.some((question) => !isAnswered(question, answers))) return 'Answer the questions above first.'
  if (!paste.fields.includes('value')) return 'Choose which column is the value.'
  if (!paste.fields.includes('name')) return 'Choose which column is the name.'
  return paste.rows.length === 0 ? 'There is no row to take.' : null
}

/** Result of the paste in words: every row is taken, refused or left out. While a question is open, values may be missing for that alone. */
function ResultNotes({ paste, standing, isOpen }: { paste: Paste; standing: number; isOpen: boolean }) {
  const { rows, rowsIn, refused, leftOut, waiting, totals, notes, remarks, unreadValues, unknownClasses } = paste
  return (
    <output className={classes.notes}>
      <p>
        {counted(rowsIn, 'row', 'rows')}: {formatCount(rows.length)} taken ({formatCount(standing)} existing,{' '}
        {formatCount(rows.length - standing)} new), {formatCount(refused.length)} refused, {formatCount(leftOut.length)}{' '}
        left out{waiting.length === 0 ? '' : `, ${formatCount(waiting.length)} waiting for an answer`}.
      </p>
      {totals.map((total) => (
        <p key={total.row} className={total.difference === 0n ? undefined : classes.warning}>
          {totalInWords(total)}
        </p>
      ))}
      {unreadValues > 0 && !isOpen ? (
        <p className={classes.warning}>
          {counted(unreadValues, 'row has', 'rows have')} no readable value: enter it afterwards.
        </p>
      ) : null}
      {unknownClasses > 0 ? (
        <p>{counted(unknownClasses, 'row names', 'rows name')} an unknown asset class: choose one afterwards.</p>
      ) : null}
      {[...notes, ...remarks].map((note) => (
        <p key={note}>{note}</p>
      ))}
    </output>
  )
}

/** The advisor's choices about a text; each is dropped when the text changes. */
type Choices = {
  answers: Answers
  fields: readonly HoldingField[] | null
  headerRow: number | null | undefined
  keepTotals: boolean
}

/** A header that was not chosen is found. */
const chosenOf = ({ headerRow, ...chosen }: Choices) => ({
  ...chosen,
  ...(headerRow === undefined ? {} : { headerRow }),
})

const nothingChosen: Choices = { answers: {}, fields: null, headerRow: undefined, keepTotals: false }

/** Columns of a table whose reading is remembered, and the most characters of a name. */
const mostColumns = 200
const mostOfName = 200

/** How a table with these columns was read last, and how to remember this time; without names for its columns nothing is. */
function useLastPaste(headers: readonly string[]) {
  const client = useClient()
  const named = headers.length <= mostColumns && headers.some((header) => header !== '')
  const input = { headers: headers.map((header) => header.slice(0, mostOfName)) }
  const query = useQuery({
    ...useApi().imports.lastPaste.queryOptions({ input }),
    ...{ enabled: named, staleTime: 0, gcTime: 0 },
  })
  return {
    last: (named && query.data) || null,
    remember: (fields: readonly HoldingField[] | null, answers: Answers) => {
      // Best effort: what cannot be remembered is asked again next time.
      if (named)
        client.imports
          .rememberPaste({ ...input, fields: fields && [...fields], answers: { ...answers } })
          .catch(() => {})
    },
  }
}

/**
 * Takes rows from a spreadsheet: shows how the table is read, asks what it leaves open, lets the columns be corrected, and says what
 * becomes of every row.
 */
export function PasteDialog({ text: pastedText, rows, known, onPaste, onClose }: Props) {
  const [text, setText] = useState(pastedText)
  const [choices, setChoices] = useState(nothingChosen)
  const [mode, setMode] = useState<MergeMode>('update')
  const find = useMemo(() => classFinder(known), [known])
  const own = useMemo(() => readPaste(text, find, chosenOf(choices)), [text, find, choices])
  const { last, remember } = useLastPaste(own.headers)
  const answers = useMemo(() => ({ ...last?.answers, ...choices.answers }), [last, choices])
  const fields = choices.fields ?? last?.fields ?? null
  const paste = useMemo(
    () => (last === null ? own : readPaste(text, find, { ...chosenOf(choices), answers, fields })),
    [own, last, text, find, choices, answers, fields],
  )
  const isAsLastTime =
    (choices.fields === null && (last?.fields ?? null) !== null) ||
    paste.questions.some(({ id }) => !(id in choices.answers) && answers[id] !== undefined)
  const standing = useMemo(() => matched(rows, paste.rows), [rows, paste.rows])
  const wait = whyWait(paste, answers)
  const isEmpty = paste.lines.length === 0 && paste.refused.length === 0
  return (
    <FormDialog
      title="Paste from a spreadsheet"
      size="xl"
      onClose={onClose}
      confirm={{
        label: mode === 'update' ? 'Update rows' : 'Replace rows',
        isDisabled: isEmpty || wait !== null,
        hasFocus: pastedText !== '' && wait === null,
        onConfirm: () => {
          remember(fields, answers)
          onPaste(paste.rows, mode, paste.remarks)
          onClose()
        },
      }}
      beside={isEmpty || wait === null ? null : <span className={classes.notes}>{wait}</span>}
    >
      <Textarea
        label="Cells, copied from a spreadsheet or a CSV file"
        value={text}
        rows={isEmpty ? 6 : 3}
        spellCheck={false}
        data-autofocus={pastedText === '' || undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChoices(nothingChosen)
        }}
      />
      {isEmpty ? null : (
        <>
          <Preview
            paste={paste}
            onFields={(fields) => setChoices({ ...choices, fields })}
            onHeader={(headerRow) => setChoices({ ...choices, headerRow, fields: null })}
          />
          {isAsLastTime ? <p className={classes.notes}>Same as last time for a table with these columns.</p> : null}
          <TableQuestions
            questions={paste.questions}
            answers={answers}
            isFirst={pastedText !== ''}
            onAnswer={(id, answer) => setChoices({ ...choices, answers: { ...choices.answers, [id]: answer } })}
          />
          {paste.totals.length === 0 && !choices.keepTotals ? null : (
            <Checkbox
              label="Leave out rows that add up other rows"
              checked={!choices.keepTotals}
              onChange={(event) => setChoices({ ...choices, keepTotals: !event.currentTarget.checked })}
            />
          )}
          <Radio.Group
            value={mode}
            onChange={(value) => setMode(value === 'replace' ? 'replace' : 'update')}
            label="Rows that already exist"
          >
            <Radio value="update" label="Update the pasted ones, keep the others" mt={4} />
            <Radio value="replace" label="Keep only the pasted ones, leave the others out" mt={4} />
          </Radio.Group>
          <ResultNotes paste={paste} standing={standing} isOpen={wait !== null} />
          <SetAsideRows refused={paste.refused} leftOut={paste.leftOut} waiting={paste.waiting} />
        </>
      )}
    </FormDialog>
  )
}
