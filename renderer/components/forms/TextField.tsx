import { Textarea, TextInput } from '@mantine/core'
import { FieldRow } from './FieldRow.tsx'
import classes from './forms.module.css'
import { useField } from './use-field.ts'

const plain = { autoComplete: 'off', spellCheck: false } as const

type Props = {
  name: string
  label: string
  required?: boolean
  description?: string
  type?: 'text' | 'email'
  /** Maximum number of characters. */
  most?: number
  /** Transforms typed text, for example to upper case for a state. */
  typed?: (text: string) => string
}

/** A single-line text field. */
export function TextField({ name, label, required = false, most, typed = (text) => text, ...shown }: Props) {
  const { field, input, row } = useField(name)
  return (
    <FieldRow {...row} label={label} required={required}>
      <TextInput
        {...plain}
        {...shown}
        {...input}
        inputWrapperOrder={['input', 'error', 'description']}
        aria-required={required}
        maxLength={most}
        value={String(field.value ?? '')}
        onChange={(event) => field.onChange(typed(event.currentTarget.value))}
      />
    </FieldRow>
  )
}

type LongProps = { name: string; label: string; most?: number; rows?: number; required?: boolean }

/** A multi-line text field with a counter if its length is limited. */
export function LongField({ name, label, most, rows = 4, required = false }: LongProps) {
  const { field, input, row } = useField(name)
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
        value={text}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
      {most === undefined ? null : (
        <div className={classes.count} data-over={text.length > most || undefined}>
          {text.length.toLocaleString('en-US')} of {most.toLocaleString('en-US')} characters
        </div>
      )}
    </FieldRow>
  )
}
