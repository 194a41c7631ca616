import { isLineField } from '../../../shared/domain/merge.ts'
import { isClearing } from '../../../shared/domain/operation-rules.ts'
import { plainLine } from '../../../shared/domain/plain-markdown.ts'
import { isNothing, type Json } from '../../../shared/lib/json.ts'
import { FieldValue } from '../FieldValue.tsx'
import { Absent } from '../Values.tsx'
import classes from './difference.module.css'
import { difference, type Shown, shortened } from './difference.ts'

function Part({ part }: { part: Shown }) {
  if (part.kind === 'left-out')
    return (
      <span className={classes.leftOut}>
        {part.lines.toLocaleString('en-US')} {part.lines === 1 ? 'line' : 'lines'} unchanged
      </span>
    )
  if (part.kind === 'new') return <ins className={classes.added}>{part.text}</ins>
  if (part.kind === 'gone') return <del className={classes.removed}>{part.text}</del>
  return part.text
}

/** Shows how a text changed: additions underlined, deletions struck through. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  return (
    <div className="as-typed prose" dir="auto">
      {shortened(difference(before, after)).map((part) => (
        <Part key={part.key} part={part} />
      ))}
    </div>
  )
}

/** Fields whose changes are best marked within the text. */
const isText = (field: string, ...values: Json[]) =>
  isLineField(field) && values.every((value) => typeof value === 'string' && value !== '')

/** Shown for the value of a field that was emptied. */
export const Cleared = () => <em className={classes.cleared}>cleared</em>

/** A value; in longer texts the changes are marked. */
export function MarkedValue({ field, before, value }: { field: string; before: Json; value: Json }) {
  if (isClearing({ before, after: value })) return <Cleared />
  if (isText(field, before, value)) return <TextDifference before={String(before)} after={String(value)} />
  return <FieldValue field={field} value={value} />
}

const withoutMarks = (text: string) => text.split('\n').map(plainLine).join('\n')

/** Texts of summaries without the marks of Markdown, unless only these differ. */
function readable(field: string, before: string, after: string) {
  const plain = { before: withoutMarks(before), after: withoutMarks(after) }
  return field !== 'summary' || plain.before === plain.after ? { before, after } : plain
}

/** A field's old and new value: `before → after`, `before → cleared`, or one text with its changes marked. */
export function ChangeOf({ field, before, after }: { field: string; before: Json; after: Json }) {
  if (isText(field, before, after)) return <TextDifference {...readable(field, String(before), String(after))} />
  const isEmpty = (value: Json) => isNothing(value) || (Array.isArray(value) && value.length === 0)
  return (
    <>
      {isEmpty(before) ? null : (
        <>
          <del className={classes.before}>
            <FieldValue field={field} value={before} />
          </del>
          <span aria-hidden="true"> → </span>
        </>
      )}
      {isClearing({ before, after }) ? (
        <Cleared />
      ) : isEmpty(after) ? (
        <Absent />
      ) : (
        <FieldValue field={field} value={after} />
      )}
    </>
  )
}
