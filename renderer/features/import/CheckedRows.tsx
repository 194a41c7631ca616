import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ImportPart } from '../../../shared/domain/import/import-fields.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ImportedRow, ImportIssue, ImportSummary } from '../../../shared/ipc/imports.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { ChangeList } from '../../components/difference/ChangeList.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import classes from './import.module.css'

type Show = 'refused' | 'warned' | 'good' | 'all'
type Props = {
  part: ImportPart
  importId: string
  counts: NonNullable<ImportSummary[ImportPart]>
  /** Changes when the rows were checked again or saved, so that they are read again. */
  round: string
}

const pageRows = 100

function Issue({
  issue: { column, value, cause, next_step },
  kind,
}: {
  issue: ImportIssue
  kind: 'refused' | 'warned'
}) {
  return (
    <li>
      <span className={kind === 'refused' ? 'negative' : `warned ${classes.warning}`}>
        <RecordText>{column}</RecordText>
        {value === '' ? null : (
          <>
            {' “'}
            <RecordText>{value}</RecordText>”
          </>
        )}
        : {cause}
      </span>{' '}
      <Quiet>{next_step}</Quiet>
    </li>
  )
}

/** A row without errors: what becomes of it, or became. */
function Outcome({ row: { changes, saved } }: { row: ImportedRow }) {
  if (changes === null) return <Quiet>{saved ? 'Imported' : 'Valid'}</Quiet>
  if (changes.length === 0) return <Quiet>No change: the record has these values</Quiet>
  return (
    <>
      <Quiet>{saved ? 'Changed' : 'Changes the record'}</Quiet>
      <ChangeList changes={changes} most={8} />
    </>
  )
}

function Verdict({ row }: { row: ImportedRow }) {
  if (row.issues.length === 0 && row.warnings.length === 0) return <Outcome row={row} />
  return (
    <>
      {row.issues.length === 0 && row.changes !== null ? <Outcome row={row} /> : null}
      <ul className={classes.issues}>
        {row.issues.map((issue) => (
          <Issue key={issue.column + issue.cause} issue={issue} kind="refused" />
        ))}
        {row.warnings.map((issue) => (
          <Issue key={issue.column + issue.cause} issue={issue} kind="warned" />
        ))}
      </ul>
    </>
  )
}

const columns: readonly GridColumn<ImportedRow>[] = [
  { id: 'row', header: 'Row', width: 64, cell: ({ row }) => formatCount(row) },
  { id: 'title', header: 'Record', width: 200, cell: ({ title }) => <RecordText>{title}</RecordText> },
  { id: 'verdict', header: 'Findings', width: 600, cell: (row) => <Verdict row={row} /> },
]

/** The checked rows of a file: refused rows first, each with its column, the reason and what to do. */
export function CheckedRows({ part, importId, counts, round }: Props) {
  const api = useApi()
  const client = useClient()
  const connectionId = useConnection().id
  const [show, setShow] = useState<Show>(counts.refused > 0 ? 'refused' : counts.warned > 0 ? 'warned' : 'good')
  const [offset, setOffset] = useState(0)
  const input = { connectionId, import_id: importId, part, show, offset, limit: pageRows }
  const query = useQuery({
    queryKey: [...api.imports.rows.key(), round, input],
    queryFn: ({ signal }) => client.imports.rows(input, { signal }),
    placeholderData: keepPreviousData,
  })
  const total = query.data?.total ?? 0
  const lastOffset = Math.max(0, Math.ceil(total / pageRows) - 1) * pageRows
  // Fewer rows are of this kind since they were checked again.
  if (query.isSuccess && !query.isPlaceholderData && offset > lastOffset) setOffset(lastOffset)
  const many = resourceNames[part].many
  return (
    <Section title={`Rows in the ${many.toLowerCase()} file`} count={counts.rows}>
      <SegmentedControl
        size="xs"
        aria-label={`Rows shown, ${many.toLowerCase()}`}
        value={show}
        onChange={(value) => {
          setShow(value as Show)
          setOffset(0)
        }}
        data={[
          { value: 'refused', label: `Rejected ${formatCount(counts.refused)}` },
          { value: 'warned', label: `Warnings ${formatCount(counts.warned)}` },
          { value: 'good', label: `Valid ${formatCount(counts.good)}` },
          { value: 'all', label: `All ${formatCount(counts.rows)}` },
        ]}
      />
      <QueryView query={query} label="rows">
        {({ rows }) =>
          total === 0 ? (
            <p className={classes.none}>
              <Quiet>None.</Quiet>
            </p>
          ) : (
            <div className={classes.checked}>
              <RecordTable
                label={`Rows, ${many.toLowerCase()}`}
                columns={columns}
                rows={rows}
                keyOf={({ row }) => String(row)}
              />
              {total > pageRows ? (
                <div className={classes.pager}>
                  <Button variant="default" disabled={offset === 0} onClick={() => setOffset(offset - pageRows)}>
                    Rows before
                  </Button>
                  <Button
                    variant="default"
                    disabled={offset + pageRows >= total}
                    onClick={() => setOffset(offset + pageRows)}
                  >
                    Rows after
                  </Button>
                  <Quiet>
                    {formatCount(offset + 1)} to {formatCount(Math.min(total, offset + pageRows))} of{' '}
                    {formatCount(total)}
                  </Quiet>
                </div>
              ) : null}
            </div>
          )
        }
      </QueryView>
    </Section>
  )
}
