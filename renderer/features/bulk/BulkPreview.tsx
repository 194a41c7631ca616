import { formatCount } from '../../../shared/domain/counts.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { BulkResource, BulkRow, BulkPreview as Preview } from '../../../shared/ipc/bulk.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { FieldValue } from '../../components/FieldValue.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { Quiet } from '../../components/Values.tsx'
import classes from './bulk.module.css'

function Change({ change: { field, before, after } }: { change: BulkRow['changes'][number] }) {
  return (
    <span className={classes.change}>
      <Quiet>{fieldName(field)}: </Quiet>
      <FieldValue field={field} value={before} />
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden"> becomes </span>
      {after === null ? 'cleared' : <FieldValue field={field} value={after} />}
    </span>
  )
}

function WhatHappens({ row }: { row: BulkRow }) {
  if (row.outcome === 'already') return <Quiet>Already set</Quiet>
  if (row.outcome === 'cannot') return <div className={`${classes.what} negative`}>{row.reason}</div>
  return (
    <div className={classes.what}>
      {row.changes.map((change) => (
        <Change key={change.field} change={change} />
      ))}
      {row.remark === null ? null : <span className={classes.remark}>{row.remark}</span>}
    </div>
  )
}

const columnsOf = (resource: BulkResource): readonly GridColumn<BulkRow>[] => [
  {
    id: 'title',
    header: 'Record',
    width: 240,
    cell: (row) => <RecordLink resource={resource} id={row.id} name={row.title} />,
  },
  { id: 'changes', header: 'What changes', width: 480, cell: (row) => <WhatHappens row={row} /> },
]

/** The effect of a bulk edit: counts for all records, the reasons for skipping, and the first records one by one. */
export function BulkPreview({ resource, preview }: { resource: BulkResource; preview: Preview }) {
  const { counts, reasons, remarks, rows } = preview
  const total = counts.will_change + counts.already + counts.cannot
  const notes = [
    ...reasons.map(({ reason, count }) => ({ text: reason, count, kind: 'cannot' as const })),
    ...remarks.map(({ remark, count }) => ({ text: remark, count, kind: 'remark' as const })),
  ]
  return (
    <Section title="Preview" count={total}>
      <p role="status">
        {[
          `${formatCount(counts.will_change)} will change`,
          `${formatCount(counts.already)} already set`,
          `${formatCount(counts.cannot)} cannot be changed`,
        ].join(' · ')}
      </p>
      {notes.length === 0 ? null : (
        <ul className={classes.notes} aria-label="Notes">
          {notes.map(({ text, count, kind }) => (
            <li key={text} className={kind === 'cannot' ? 'negative' : classes.remark}>
              {formatCount(count)} × {text}
            </li>
          ))}
        </ul>
      )}
      <RecordTable label="Preview" columns={columnsOf(resource)} rows={rows} keyOf={({ id }) => id} />
      {rows.length < total ? (
        <p className={classes.more}>
          <Quiet>
            The first {formatCount(rows.length)} of {formatCount(total)}. The counts include all of them.
          </Quiet>
        </p>
      ) : null}
    </Section>
  )
}
