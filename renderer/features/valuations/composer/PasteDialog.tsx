import { Button, Checkbox, Group, Modal, NativeSelect, Radio, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { KnownAssetClass } from '../../../../shared/ipc/asset-classes.ts'
import { RecordText } from '../../../components/Values.tsx'
import { useReturnFocus } from '../../../lib/use-return-focus.ts'
import { type MergeMode, matched } from './merge-rows.ts'
import { classFinder, mostRows, type PasteField, pasteFields, readCells, rowsOf, understand } from './paste.ts'
import classes from './paste-dialog.module.css'
import type { Row } from './rows.ts'

type Props = {
  /** The clipboard text at the time the dialog was opened. */
  text: string
  rows: readonly Row[]
  known: readonly KnownAssetClass[]
  onPaste: (pasted: readonly Row[], mode: MergeMode) => void
  onClose: () => void
}

const names: Readonly<Record<PasteField, string>> = {
  name: 'Name',
  class: 'Asset class',
  value: 'Value',
  external_id: 'External ID',
  ignore: 'Leave out',
}

const mostPreviewed = 6
const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`

const mostNamed = 3

/** Names the rows that are left out as totals; empty if there are none. */
function sayTotals(totals: readonly string[]): string {
  if (totals.length === 0) return ''
  const named = totals.slice(0, mostNamed).map((name) => (name === 'the last row' ? name : `“${name}”`))
  const more = totals.length > mostNamed ? ` and ${(totals.length - mostNamed).toLocaleString('en-US')} more` : ''
  return `Left out because ${totals.length === 1 ? 'it adds' : 'they add'} up other rows: ${named.join(', ')}${more}.`
}

type Choice = { header: boolean; fields: readonly PasteField[] }
type PreviewProps = { cells: readonly (readonly string[])[]; choice: Choice; onChoose: (choice: Choice) => void }

function Preview({ cells, choice, onChoose }: PreviewProps) {
  // A field belongs to one column: choosing it for another column removes it from the first.
  const choose = (column: number, field: PasteField) =>
    onChoose({
      ...choice,
      fields: choice.fields.map((other, at) => (at === column ? field : other === field ? 'ignore' : other)),
    })
  const shown = (choice.header ? cells.slice(1) : cells).slice(0, mostPreviewed)
  return (
    <div className={classes.preview}>
      <table aria-label="Pasted cells">
        <thead>
          <tr>
            {choice.fields.map((field, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its index alone
              <th key={column} scope="col">
                <NativeSelect
                  size="xs"
                  aria-label={`Column ${column + 1}`}
                  value={field}
                  data={pasteFields.map((value) => ({ value, label: names[value] }))}
                  onChange={(event) => {
                    const chosen = pasteFields.find((value) => value === event.currentTarget.value)
                    if (chosen) choose(column, chosen)
                  }}
                />
                {choice.header ? <span className={classes.columnName}>{cells[0]?.[column]}</span> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pasted row is identified by its index alone
            <tr key={at}>
              {choice.fields.map((field, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={column} data-ignored={field === 'ignore' || undefined}>
                  <RecordText>{row[column] ?? ''}</RecordText>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Imports rows from a spreadsheet: shows how the columns are interpreted, lets the user correct that, and says what the result
 * will be.
 */
export function PasteDialog({ text: pastedText, rows, known, onPaste, onClose }: Props) {
  const [text, setText] = useState(pastedText)
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [mode, setMode] = useState<MergeMode>('update')
  const [keepTotals, setKeepTotals] = useState(false)
  useReturnFocus()
  const find = useMemo(() => classFinder(known), [known])
  const understood = useMemo(() => understand(readCells(text), find), [text, find])
  const choice = chosen ?? understood
  const { cells } = understood
  const found = useMemo(() => rowsOf({ cells, ...choice }, { find, keepTotals }), [cells, choice, find, keepTotals])
  const standing = useMemo(() => matched(rows, found.rows), [rows, found.rows])
  const tooMany = cells.length > mostRows + 1
  const nothing = found.rows.length === 0 || !choice.fields.some((field) => field !== 'ignore')
  const notes = [
    `${counted(found.rows.length, 'row', 'rows')}: ${standing.toLocaleString('en-US')} existing, ${(found.rows.length - standing).toLocaleString('en-US')} new.`,
    keepTotals ? '' : sayTotals(found.totals),
    found.unreadValues > 0 ? `${counted(found.unreadValues, 'value', 'values')} cannot be read as an amount.` : '',
    found.unknownClasses > 0
      ? `${counted(found.unknownClasses, 'row names', 'rows name')} an unknown asset class: choose one afterwards.`
      : '',
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      title="Paste from a spreadsheet"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.dialog}>
        <Textarea
          label="Cells, copied from a spreadsheet or a CSV file"
          value={text}
          rows={pastedText === '' ? 6 : 3}
          spellCheck={false}
          data-autofocus={pastedText === '' || undefined}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(null)
          }}
        />
        {cells.length === 0 ? null : (
          <>
            <Preview cells={cells} choice={choice} onChoose={setChosen} />
            <Checkbox
              label="The first row is a header"
              checked={choice.header}
              onChange={(event) => setChosen({ ...choice, header: event.currentTarget.checked })}
            />
            {found.totals.length === 0 ? null : (
              <Checkbox
                label="Leave out rows that add up other rows"
                checked={!keepTotals}
                onChange={(event) => setKeepTotals(!event.currentTarget.checked)}
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
            <output className={classes.notes}>
              {tooMany
                ? `These are more than ${mostRows.toLocaleString('en-US')} rows: a valuation cannot have that many.`
                : notes.filter(Boolean).join(' ')}
            </output>
          </>
        )}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={nothing || tooMany}
            data-autofocus={pastedText !== '' || undefined}
            onClick={() => {
              onPaste(found.rows, mode)
              onClose()
            }}
          >
            {mode === 'update' ? 'Update rows' : 'Replace rows'}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
