import { useId } from 'react'
import { type FieldValues, get, useController, useFormContext } from 'react-hook-form'

/** What every kind of field needs of its form. */
export function useField(name: string) {
  const form = useFormContext<FieldValues>()
  const { field, fieldState } = useController({ name, control: form.control })
  const id = useId()
  const problem = fieldState.error?.message ?? null
  const change = (value: unknown) => {
    field.onChange(value)
    // That a field cannot be emptied is said as soon as somebody tries.
    if (value === '') void form.trigger(name)
  }
  return {
    field: { value: field.value as unknown, onChange: change },
    problem,
    input: { id, name, ref: field.ref, onBlur: field.onBlur, error: problem },
    row: {
      id,
      // Of a person who was just added nothing was there to change or to go back to.
      dirty: fieldState.isDirty && get(form.formState.defaultValues, name) !== undefined,
      onUndo: () => {
        form.resetField(name)
        document.getElementById(id)?.focus()
      },
    },
  }
}
