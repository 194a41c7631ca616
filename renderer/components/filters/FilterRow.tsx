import { Button, Select, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCommand } from '../../lib/commands/use-command.ts'
import classes from './filters.module.css'

type ChoiceProps<Value extends string> = {
  label: string
  /** The option that filters nothing. */
  all: string
  values: readonly Value[]
  nameOf: (value: Value) => string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

/** One filter of a screen: one of the values, or all. */
export function Choice<Value extends string>({ label, all, values, nameOf, value, onChange }: ChoiceProps<Value>) {
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

type DateInputProps = {
  label: string
  /** `YYYY-MM-DD`, as the others. */
  date: string | undefined
  min?: string | undefined
  max: string
  onDate: (date: string) => void
}

/** A date that a screen is narrowed to. */
export function DateInput({ label, date, min, max, onDate }: DateInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A date chosen elsewhere is shown; one that is being typed stays.
    const element = input.current
    if (element !== null && date !== undefined && document.activeElement !== element) element.value = date
  }, [date])
  return (
    <TextInput
      ref={input}
      className={classes.date}
      aria-label={label}
      type="date"
      {...(min === undefined ? {} : { min })}
      max={max}
      defaultValue={date}
      onChange={({ currentTarget: { value } }) => {
        // An incomplete date has no value; the last complete one stays.
        if (value !== '') onDate(value)
      }}
    />
  )
}

type Props = {
  label: string
  /** True if something is left out; then all of it can be shown again. */
  narrowed: boolean
  onClear: () => void
  children: ReactNode
}

/** The filters of a screen, in a row; the command for filters leads to the first of them. */
export function FilterRow({ label, narrowed, onClear, children }: Props) {
  const root = useRef<HTMLElement>(null)
  useCommand('list.filter', () => root.current?.querySelector('input')?.focus())
  return (
    <search ref={root} className="row" aria-label={label}>
      {children}
      {narrowed ? (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Show all
        </Button>
      ) : null}
    </search>
  )
}
