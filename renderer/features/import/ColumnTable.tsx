import { NativeSelect } from '@mantine/core'
import { mappingProblems } from '../../../shared/domain/import/guess-mapping.ts'
import { type ImportPart, importFields } from '../../../shared/domain/import/import-fields.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { OptionalText, Quiet } from '../../components/Values.tsx'
import classes from './import.module.css'
import type { ImportFiles, ReadyFile } from './use-import-files.ts'

type Props = { part: ImportPart; file: ReadyFile; files: ImportFiles; disabled: boolean }
type Column = { at: number; header: string; samples: readonly string[] }

const leftOut = { value: '', label: 'Not imported' }

/** The problems of a column mapping, one sentence each; empty if the rows can be checked with it. */
export const columnProblems = (part: ImportPart, { mapping, shape }: ReadyFile): string[] =>
  mappingProblems(part, mapping, shape.columns.length)

/** Maps each column of a file to a field, next to a few sample values. */
export function ColumnTable({ part, file, files, disabled }: Props) {
  const fields = Object.entries(importFields[part]).map(([value, { label }]) => ({ value, label }))
  const rows: Column[] = file.shape.columns.map((column, at) => ({ at, ...column }))
  const columns: readonly GridColumn<Column>[] = [
    { id: 'header', header: 'Column', width: 200, cell: ({ header, at }) => header || `Column ${at + 1}` },
    {
      id: 'field',
      header: 'Field',
      width: 240,
      cell: ({ at, header }) => (
        <NativeSelect
          size="xs"
          aria-label={`Field for column “${header || at + 1}”`}
          disabled={disabled}
          data={[leftOut, ...fields]}
          value={file.mapping[at] ?? ''}
          onChange={({ currentTarget }) => files.setField(part, at, currentTarget.value || null)}
        />
      ),
    },
    {
      id: 'samples',
      header: 'Examples',
      width: 400,
      cell: ({ samples }) => <OptionalText text={samples.join(' · ')} />,
    },
  ]
  const problems = columnProblems(part, file)
  return (
    <Section title={`Columns in the ${resourceNames[part].many.toLowerCase()} file`} count={rows.length}>
      {file.shape.remembered ? <Quiet>Same as last time for a file with these headers.</Quiet> : null}
      <div className={classes.columns}>
        <RecordTable
          label={`Columns, ${resourceNames[part].many.toLowerCase()}`}
          columns={columns}
          rows={rows}
          keyOf={({ at }) => String(at)}
        />
      </div>
      {problems.length === 0 ? null : (
        <ul className={classes.problems} aria-label="To correct before checking">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}
