import { Textarea, TextInput } from '@mantine/core'
import { ClearButton, clearedHint, clearWidth } from './ClearButton.tsx'
import { FieldRow } from './FieldRow.tsx'
import classes from './forms.module.css'
import { useField } from './use-field.ts'

const plain = { autoComplete: 'off', spellCheck: false } as const

type Props = {
  name: string
  label: string
  required?: boolean
  description?: string
  /** True if the record's value can be cleared. */
  clearable?: boolean
  type?: 'text' | 'email'
  /** Maximum number of characters. */
  most?: number
  /** Transforms typed text, for example to upper case for a state. */
  typed?: (text: string) => string
}

/** A single-line text field. */
export function TextField(props: Props) {
  const { name, label, required = false, clearable = false, most, typed = (text) => text, description, type } = props
  const { field, input, row, clearing, clear } = useField(name, { clearable })
  return (
    <FieldRow {...row} label={label} required={required}>
      <TextInput
        {...plain}
        {...(type === undefined ? {} : { type })}
        {...input}
        description={clearing === 'done' ? clearedHint : description}
        rightSection={clearing === 'offered' ? <ClearButton label={label} inText onClear={clear} /> : null}
        rightSectionWidth={clearWidth}
        inputWrapperOrder={['input', 'error', 'description']}
        aria-required={required}
        maxLength={most}
        value={String(field.value ?? '')}
        onChange={(event) => field.onChange(typed(event.currentTarget.value))}
      />
    </FieldRow>
  )
}

/** The length of a text as it is typed, and its limit. */
export function CharacterCount({ text, most }: { text: string; most: number }) {
  return (
    <div className={`note ${classes.count}`} data-over={text.length > most || undefined}>
      {text.length.toLocaleString('en-US')} of {most.toLocaleString('en-US')} characters
    </div>
  )
}

type LongProps = {
  name: string
  label: string
  most?: number
  rows?: number
  required?: boolean
  /** True if the record's value can be cleared. */
  clearable?: boolean
}

/** A multi-line text field with a counter if its length is limited. */
export function LongField({ name, label, most, rows = 4, required = false, clearable = false }: LongProps) {
  const { field, input, row, clearing, clear } = useField(name, { clearable })
  const text = String(field.value ?? '')
  return (
    <FieldRow {...row} label={label} required={required} wide>
      <Textarea
        {...input}
        autosize
        minRows={rows}
        maxRows={24}
        dir="auto"
        aria-required={required}
        description={clearing === 'done' ? clearedHint : undefined}
        inputWrapperOrder={['input', 'error', 'description']}
        value={text}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
      <div className={`line ${classes.below}`}>
        {clearing === 'offered' ? <ClearButton label={label} inText onClear={clear} /> : <span />}
        {most === undefined ? null : <CharacterCount text={text} most={most} />}
      </div>
    </FieldRow>
  )
}
