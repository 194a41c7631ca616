import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Json } from '../../../shared/lib/json.ts'
import { choiceNames } from '../../../shared/records/resource-fields.ts'
import { FieldValue } from '../../components/FieldValue.tsx'
import { useUserChoices } from '../../components/filters/use-choices.ts'
import type { EditorKind } from './field-editing.ts'

export type EditorProps = {
  kind: EditorKind
  field: string
  /** The field's label; for screen readers only, unless `shown`. */
  label: string
  shown?: boolean
  value: Json
  problem?: string | undefined
  onChange: (value: Json) => void
}

const asText = (value: Json) => (value === null || typeof value === 'object' ? '' : String(value))

/** The typed text as a number if it is one, else the text itself. */
const asNumber = (text: string): Json => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text))

function ChoiceEditor({ kind, field, value, onChange, names, ...input }: EditorProps & { names: object }) {
  const { users } = useUserChoices(kind === 'user')
  const flags = [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ]
  const named = Object.entries(choiceNames.get(field) ?? {}).map(([of, label]) => ({ value: of, label }))
  const options = kind === 'user' ? [...users] : kind === 'flag' ? flags : named
  const text = asText(value)
  const known = options.some((option) => option.value === text)
  return (
    <NativeSelect
      {...names}
      size="sm"
      error={input.problem}
      data={known ? options : [{ value: text, label: text || 'Choose…' }, ...options]}
      value={text}
      onChange={(event) => onChange(kind === 'flag' ? event.currentTarget.value === 'true' : event.currentTarget.value)}
    />
  )
}

/** Edits one value of a write. */
export function ValueEditor(props: EditorProps) {
  const { kind, field, label, shown = false, value, problem, onChange } = props
  const names = shown ? { label } : { 'aria-label': label }
  if (kind === 'fixed' || kind === 'records') return <FieldValue field={field} value={value} />
  if (kind === 'choice' || kind === 'user' || kind === 'flag') return <ChoiceEditor {...props} names={names} />
  if (kind === 'long') {
    return (
      <Textarea
        {...names}
        size="sm"
        autosize
        minRows={3}
        maxRows={20}
        dir="auto"
        error={problem}
        value={asText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...names}
      {...(kind === 'date' ? { type: 'date', max: '9999-12-31' } : { autoComplete: 'off', spellCheck: false })}
      {...(kind === 'number' ? { inputMode: 'decimal' } : {})}
      error={problem}
      value={asText(value)}
      onChange={(event) =>
        onChange(kind === 'number' ? asNumber(event.currentTarget.value) : event.currentTarget.value)
      }
    />
  )
}
