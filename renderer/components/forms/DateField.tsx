import { TextInput } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import { ClearButton, clearedHint, clearWidth } from './ClearButton.tsx'
import { FieldRow } from './FieldRow.tsx'
import { unfinishedDate } from './form-values.ts'
import { useField } from './use-field.ts'

/**
 * A calendar date as `YYYY-MM-DD` throughout. The browser's control reports no value while a date is incomplete, so its validity
 * is checked on blur: an incomplete date must not count as an empty one.
 */
export function DateField({
  name,
  label,
  description,
  clearable = false,
}: {
  name: string
  label: string
  description?: string | undefined
  /** True if the record's value can be cleared. */
  clearable?: boolean
}) {
  const { field, input, row, clearing, clear } = useField(name, { clearable })
  const element = useRef<HTMLInputElement | null>(null)
  const value = String(field.value ?? '')
  useEffect(() => {
    // An incomplete date has no text to show. A draft may restore one over the date of the record.
    const shown = value === unfinishedDate ? '' : value
    if (element.current && element.current.value !== shown) element.current.value = shown
  }, [value])
  const take = () => {
    if (!element.current) return
    const { validity, value: now } = element.current
    const meant = validity.badInput ? unfinishedDate : now
    if (meant !== value) field.onChange(meant)
  }
  const empty = () => {
    // The form value may be unchanged, so an incomplete date must be cleared in the element itself.
    if (element.current) element.current.value = ''
  }
  const hints = [clearing === 'done' ? clearedHint : null, description].filter((hint) => hint != null)
  const { ref } = input
  const attach = useCallback(
    (node: HTMLInputElement | null) => {
      element.current = node
      ref(node)
    },
    [ref],
  )
  return (
    <FieldRow
      {...row}
      label={label}
      onUndo={() => {
        empty()
        row.onUndo()
      }}
    >
      <TextInput
        {...input}
        ref={attach}
        type="date"
        description={hints.length === 0 ? undefined : hints.join(' ')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={
          clearing === 'offered' ? (
            <ClearButton
              label={label}
              onClear={() => {
                empty()
                clear()
              }}
            />
          ) : null
        }
        rightSectionWidth={clearWidth}
        max="9999-12-31"
        defaultValue={value === unfinishedDate ? '' : value}
        onChange={take}
        onBlur={() => {
          take()
          input.onBlur()
        }}
      />
    </FieldRow>
  )
}
