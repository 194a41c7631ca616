import { Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './field-list.module.css'

/** Why no user can change this field. */
export const cannotChange = 'The service has no way to change this.'

export type Field = {
  label: string
  value: ReactNode
  /** Why this field can never be changed here; absent if the service can change it. */
  fixed?: string
}

function Reason({ text }: { text: string }) {
  return (
    <Tooltip label={text}>
      <span className={classes.lock}>
        <IconLock size={12} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">({text})</span>
      </span>
    </Tooltip>
  )
}

/** The fields of one record, name beside value. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return (
    <dl className={classes.list}>
      {fields.map(({ label, value, fixed }) => (
        <div key={label} className={classes.field}>
          <dt>
            {label}
            {fixed ? <Reason text={fixed} /> : null}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
