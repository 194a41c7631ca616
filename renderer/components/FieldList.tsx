import type { ReactNode } from 'react'
import classes from './field-list.module.css'

/** A field of a record; one whose value is null is not shown. */
export type Field = { label: string; value: ReactNode }

/** The fields of one record that have a value, name beside value. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  const shown = fields.filter(({ value }) => value !== null)
  if (shown.length === 0) return null
  return (
    <dl className={classes.list}>
      {shown.map(({ label, value }) => (
        <div key={label} className={classes.field}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
