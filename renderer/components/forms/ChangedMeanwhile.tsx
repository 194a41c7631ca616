import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { mergeRecord } from '../../../shared/domain/merge.ts'
import type { FieldConflict } from '../../../shared/domain/operation.ts'
import { isSame, own } from '../../../shared/domain/same.ts'
import { fieldsTogether, isClearableName } from '../../../shared/records/resource-fields.ts'
import { MarkedValue } from '../difference/Difference.tsx'
import { FieldValue } from '../FieldValue.tsx'
import { useDrafts } from './drafts.ts'
import { changesOf, type FormValues, valuesOf } from './form-values.ts'
import classes from './forms.module.css'
import type { Editing } from './use-editing.ts'

type Props = {
  editing: Editing
  /** Called after each choice. */
  onDecided: () => void
}

/** Fields that belong together are decided together. */
function grouped(conflicts: readonly FieldConflict[]): FieldConflict[][] {
  const groups = new Map<string, FieldConflict[]>()
  for (const conflict of conflicts) {
    const [group = conflict.field] = fieldsTogether(conflict.field)
    groups.set(group, [...(groups.get(group) ?? []), conflict])
  }
  return [...groups.values()]
}

function Choice({ group, onChoose }: { group: readonly FieldConflict[]; onChoose: (side: 'theirs' | 'mine') => void }) {
  const label = group.map(({ field }) => fieldName(field)).join(', ')
  return (
    <fieldset className={classes.choice} aria-label={label}>
      {group.map(({ field, base, theirs, mine }) => (
        <div key={field} className={classes.sides}>
          <div className={classes.side}>
            <span>
              <b>{fieldName(field)}</b> when you opened the form
            </span>
            <FieldValue field={field} value={base} />
          </div>
          <div className={classes.side}>
            <span>Now</span>
            <MarkedValue field={field} before={base} value={theirs} />
          </div>
          <div className={classes.side}>
            <span>Yours</span>
            <MarkedValue field={field} before={base} value={mine} />
          </div>
        </div>
      ))}
      <div className={classes.choose}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Take what is there now: ${label}`}
          onClick={() => onChoose('theirs')}
        >
          Take what is there now
        </Button>
        <Button size="compact-sm" variant="default" aria-label={`Keep mine: ${label}`} onClick={() => onChoose('mine')}>
          Keep mine
        </Button>
      </div>
    </fieldset>
  )
}

/**
 * What was changed after the form was opened, by another window, a bulk edit, or a colleague. Fields that were changed in the form
 * as well are decided here, before it can be saved; all others are merged.
 */
export function ChangedMeanwhile({ editing, onDecided }: Props) {
  const { base, current } = editing
  const form = useFormContext<FieldValues>()
  const values = useWatch({ control: form.control })
  const names = Object.keys(values)
  const isChanged = base !== null && names.some((name) => !isSame(own(base, name), own(current, name)))
  const { draft } = editing
  // A save of this record in another window has removed the stored draft of this one, so it is stored again.
  useEffect(() => {
    if (isChanged && current) useDrafts.getState().rebase(draft, {})
  }, [isChanged, current, draft])
  if (!isChanged) return null
  const { fields } = changesOf(valuesOf(base, names), values as FormValues, names.filter(isClearableName))
  const groups = grouped(mergeRecord({ base, theirs: current, mine: fields }).conflicts)
  if (groups.length === 0) {
    return (
      <output className={classes.overtaken}>
        This record was changed after you opened this form. Your changes are merged with it.
      </output>
    )
  }
  const choose = (group: readonly FieldConflict[], side: 'theirs' | 'mine') => {
    const now = valuesOf(current, names)
    for (const { field } of group) {
      const typed: unknown = form.getValues(field)
      form.resetField(field, { defaultValue: now[field] })
      if (side === 'mine') form.setValue(field, typed, { shouldDirty: true })
    }
    editing.rebase(Object.fromEntries(group.map(({ field, theirs }) => [field, theirs])))
    onDecided()
  }
  return (
    <section className={classes.meanwhile} aria-label="Changed after you opened this form">
      <output>
        This record was changed after you opened this form, in fields that you changed too. Nothing has been
        overwritten. Choose before you save.
      </output>
      {groups.map((group) => (
        <Choice key={group[0]?.field} group={group} onChoose={(side) => choose(group, side)} />
      ))}
    </section>
  )
}
