import { useId } from 'react'
import { type FieldValues, get, useController, useFormContext } from 'react-hook-form'

/**
 * Connects a field of any kind to its form.
 *
 * @param clearable - true if the record's value can be cleared
 */
export function useField(name: string, { clearable = false }: { clearable?: boolean } = {}) {
  const form = useFormContext<FieldValues>()
  const { field, fieldState } = useController({ name, control: form.control })
  const id = useId()
  const problem = fieldState.error?.message ?? null
  const change = (value: unknown) => {
    field.onChange(value)
    // Validates at once, so that the user sees immediately that a field cannot be emptied.
    if (value === '') void form.trigger(name)
  }
  const initial: unknown = get(form.formState.defaultValues, name)
  const isFilled = clearable && typeof initial === 'string' && initial !== ''
  return {
    field: { value: field.value as unknown, onChange: change },
    problem,
    input: { id, name, ref: field.ref, onBlur: field.onBlur, error: problem },
    row: {
      id,
      // A field of an individual who was just added has no default value to compare with or return to.
      dirty: fieldState.isDirty && initial !== undefined,
      onUndo: () => {
        form.resetField(name)
        document.getElementById(id)?.focus()
      },
    },
    /** `offered`: the record has a value, and so has the form. `done`: the form's value was emptied. */
    clearing: isFilled ? (field.value === '' ? ('done' as const) : ('offered' as const)) : null,
    clear: () => {
      change('')
      document.getElementById(id)?.focus()
    },
  }
}
