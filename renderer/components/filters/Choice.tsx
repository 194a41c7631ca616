import { Select } from '@mantine/core'
import classes from './filters.module.css'

type Props<Value extends string> = {
  label: string
  /** The option that filters nothing. */
  all: string
  values: readonly Value[]
  nameOf: (value: Value) => string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** One filter of a screen: one of the values, or all. */
export function Choice<Value extends string>({ label, all, values, nameOf, value, onChange }: Props<Value>) {
  return (
    <Select
      className={classes.choice}
      aria-label={label}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
      data={[{ value: '', label: all }, ...values.map((one) => ({ value: one, label: nameOf(one) }))]}
      value={value ?? ''}
      onChange={(chosen) => onChange(values.find((one) => one === chosen))}
      data-chosen={value !== undefined || undefined}
    />
  )
}
