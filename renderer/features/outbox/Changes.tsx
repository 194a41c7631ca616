import { fieldName } from '../../../shared/domain/field-words.ts'
import type { Operation } from '../../../shared/domain/operation.ts'
import { changesOf, type FieldChange } from '../../../shared/domain/operation-words.ts'
import { ChangeOf } from './Difference.tsx'
import classes from './outbox.module.css'

/** Fields with their old and new values. */
export function ChangeList({
  changes,
  most = Number.POSITIVE_INFINITY,
}: {
  changes: readonly FieldChange[]
  most?: number
}) {
  const shown = changes.slice(0, most)
  const more = changes.length - shown.length
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes} data-brief={Number.isFinite(most) || undefined}>
      {shown.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd>
            <ChangeOf field={field} before={before} after={after} />
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

/** The fields that a write changes. */
export const Changes = ({ operation, most }: { operation: Operation; most?: number }) => (
  <ChangeList changes={changesOf(operation)} {...(most === undefined ? {} : { most })} />
)
