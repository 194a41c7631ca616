import type { ReactNode } from 'react'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { FieldChange } from '../../../shared/domain/operation-words.ts'
import { ChangeOf } from './Difference.tsx'
import classes from './difference.module.css'

/** Fields with their old and new values. */
export function ChangeList({
  changes,
  most = Number.POSITIVE_INFINITY,
  aside,
}: {
  changes: readonly FieldChange[]
  most?: number
  /** Shown after a field's values. */
  aside?: (change: FieldChange) => ReactNode
}) {
  const shown = changes.slice(0, most)
  const more = changes.length - shown.length
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes} data-brief={Number.isFinite(most) || undefined}>
      {shown.map((change) => (
        <div key={change.field}>
          <dt>{fieldName(change.field)}</dt>
          <dd>
            <ChangeOf {...change} /> {aside?.(change)}
          </dd>
        </div>
      ))}
      {more > 0 ? (
        <div>
          <dt>And</dt>
          <dd>{more === 1 ? '1 more field' : `${more.toLocaleString('en-US')} more fields`}</dd>
        </div>
      ) : null}
    </dl>
  )
}
