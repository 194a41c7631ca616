import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { FieldConflict } from '../../../shared/domain/operation.ts'
import type { Json } from '../../../shared/domain/same.ts'
import { MarkedValue } from '../../components/difference/Difference.tsx'
import { FieldValue } from '../../components/FieldValue.tsx'
import classes from './conflict.module.css'
import { type FieldChoice, partsOf, putTogether } from './decide-fields.ts'
import { kindOf } from './field-editing.ts'
import { MergedEditor } from './MergedEditor.tsx'
import { ValueEditor } from './ValueEditor.tsx'

type Props = {
  conflict: FieldConflict
  choice: FieldChoice | undefined
  problem: string | undefined
  onChoose: (choice: FieldChoice) => void
}

/** True for a text that may overflow its box. The box then takes the keyboard focus, so that the arrow keys can scroll it. */
const isLong = (value: Json) => typeof value === 'string' && (value.length > 600 || value.split('\n').length > 12)

type SideProps = { head: ReactNode; name: string; value: Json; chosen?: boolean; children: ReactNode }

function Side({ head, name, value, chosen = false, children }: SideProps) {
  const long = isLong(value) ? ({ tabIndex: 0, role: 'group', 'aria-label': name } as const) : {}
  return (
    <div className={classes.column} data-chosen={chosen || undefined}>
      <div className={classes.columnHead}>{head}</div>
      <div className={classes.value} {...long}>
        {children}
      </div>
    </div>
  )
}

const hasThird = (conflict: FieldConflict) =>
  !['flag', 'fixed', 'records'].includes(kindOf(conflict.field, conflict.mine ?? conflict.theirs))

const firstOfOther = (conflict: FieldConflict) =>
  conflict.kind === 'overlap' ? putTogether(partsOf(conflict), {}) : (conflict.mine ?? '')

function OtherEditor({ conflict, choice, problem, onChoose }: Props) {
  if (choice?.pick !== 'other') return null
  const { field } = conflict
  const onChange = (value: FieldConflict['mine']) => onChoose({ pick: 'other', value })
  if (conflict.kind === 'overlap')
    return (
      <>
        <MergedEditor
          conflict={conflict}
          label={fieldName(field)}
          value={String(choice.value ?? '')}
          onChange={onChange}
        />
        {problem ? <p className={classes.problem}>{problem}</p> : null}
      </>
    )
  return (
    <div className={classes.third}>
      <ValueEditor
        kind={kindOf(field, conflict.mine ?? conflict.theirs)}
        field={field}
        label={`${fieldName(field)}, another value`}
        value={choice.value}
        problem={problem}
        onChange={onChange}
      />
    </div>
  )
}

/** One field that both sides changed: the base value, the service's value, the user's value, and the choice between them. */
export function ConflictField(props: Props) {
  const { conflict, choice, problem, onChoose } = props
  const { field, base, theirs, mine } = conflict
  const name = fieldName(field)
  const choose = (pick: string) => {
    if (pick === 'theirs' || pick === 'mine') onChoose({ pick })
    else onChoose({ pick: 'other', value: firstOfOther(conflict) })
  }
  return (
    <Radio.Group
      label={name}
      value={choice?.pick ?? null}
      onChange={choose}
      classNames={{ root: classes.field, label: classes.name }}
    >
      <div className={classes.columns}>
        <Side head="When you started" name={`${name} when you started`} value={base}>
          <FieldValue field={field} value={base} />
        </Side>
        <Side
          chosen={choice?.pick === 'theirs'}
          name={`${name}, theirs`}
          value={theirs}
          head={<Radio size="xs" value="theirs" label="Theirs: in the service now" />}
        >
          <MarkedValue field={field} before={base} value={theirs} />
        </Side>
        <Side
          chosen={choice?.pick === 'mine'}
          name={`${name}, mine`}
          value={mine}
          head={<Radio size="xs" value="mine" label="Mine: what you entered" />}
        >
          <MarkedValue field={field} before={base} value={mine} />
          {choice?.pick === 'mine' && problem ? <p className={classes.problem}>{problem}</p> : null}
        </Side>
      </div>
      {hasThird(conflict) ? (
        <Radio size="xs" mt={6} value="other" label={conflict.kind === 'overlap' ? 'Both, merged' : 'Another value'} />
      ) : null}
      <OtherEditor {...props} />
    </Radio.Group>
  )
}
