import { Fragment, type ReactNode } from 'react'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { FieldChange } from '../../../shared/domain/operation-words.ts'
import { writtenFields } from '../../../shared/records/resource-fields.ts'
import { RecordText } from '../Values.tsx'
import { ChangeOf, Cleared } from './Difference.tsx'
import classes from './difference.module.css'

/** Changes in lines: those of an address are one, at the place of the first. */
function linesOf(changes: readonly FieldChange[]): (readonly FieldChange[])[] {
  const address = changes.filter(({ field }) => writtenFields.get(field)?.together === 'address')
  if (address.length < 2) return changes.map((change) => [change])
  return changes.flatMap((change) => (change === address[0] ? [address] : address.includes(change) ? [] : [[change]]))
}

/** The changed parts of an address as one text: `94 Stonebridge Drive, Pasadena, CA 91105`; empty if there are none. */
function addressOf(changes: readonly FieldChange[], side: 'before' | 'after'): string {
  const part = (field: string) => {
    const value = changes.find((change) => change.field === field)?.[side]
    return typeof value === 'string' ? value.trim() : ''
  }
  const code = [part('state'), part('postal_code')].filter(Boolean).join(' ')
  return [part('address_line1'), part('address_line2'), part('city'), code, part('country')].filter(Boolean).join(', ')
}

function AddressChange({ changes }: { changes: readonly FieldChange[] }) {
  const [before, after] = [addressOf(changes, 'before'), addressOf(changes, 'after')]
  return (
    <>
      {before === '' ? null : (
        <>
          <del className={classes.before}>
            <RecordText>{before}</RecordText>
          </del>
          <span aria-hidden="true"> → </span>
        </>
      )}
      {after === '' ? <Cleared /> : <RecordText>{after}</RecordText>}
    </>
  )
}

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
  const lines = linesOf(changes)
  const shown = lines.slice(0, most)
  const more = lines.length - shown.length
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes} data-brief={Number.isFinite(most) || undefined}>
      {shown.map((line) => (
        <div key={line[0]?.field}>
          <dt>{line.length > 1 ? 'Address' : line.map(({ field }) => fieldName(field))}</dt>
          <dd>
            {line.length > 1 ? (
              <AddressChange changes={line} />
            ) : (
              line.map((one) => <ChangeOf key={one.field} {...one} />)
            )}
            {line.map((one) => (
              <Fragment key={one.field}> {aside?.(one)}</Fragment>
            ))}
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
