import { MultiSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { foldLetters } from '../../../shared/domain/fold.ts'
import type { ListColumn } from '../../../shared/ipc/list-columns.ts'
import { countsDays, type Draft, valueCount } from './draft.ts'
import classes from './filters.module.css'
import type { Choice } from './use-choices.ts'

type Props = {
  draft: Draft
  column: ListColumn
  choices: readonly Choice[]
  onValues: (values: readonly string[]) => void
}

/** Selects several values of a known set. A value unknown to Steward can be typed as the service sends it. */
function ChoiceField({ draft, choices, onValues }: Props) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const known = new Set(choices.map(({ value }) => value))
  const unknown = [...draft.values, typed.trim()].filter((value) => value !== '' && !known.has(value))
  const matches = choices.some(({ label }) => foldLetters(label).includes(foldLetters(typed.trim())))
  const offered = unknown.filter((value) => draft.values.includes(value) || !matches)
  return (
    <MultiSelect
      aria-label="Values"
      placeholder={draft.values.length === 0 ? 'Choose values' : ''}
      searchable
      data={[...choices, ...[...new Set(offered)].map((value) => ({ value, label: value }))]}
      value={[...draft.values]}
      onChange={onValues}
      searchValue={typed}
      onSearchChange={setTyped}
      maxDropdownHeight={240}
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // Escape closes the list of values first, and the filter only if that is closed.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) event.stopPropagation()
      }}
    />
  )
}

function inputOf(column: ListColumn, draft: Draft): { type: string; inputMode?: 'decimal' | 'numeric' } {
  if (countsDays(draft.operator)) return { type: 'text', inputMode: 'numeric' }
  if (column.kind === 'number') return { type: 'text', inputMode: 'decimal' }
  return { type: column.kind === 'date' || column.kind === 'time' ? 'date' : 'text' }
}

const fieldNames = (count: number, { operator }: Draft) =>
  count === 2 ? ['From', 'To'] : [countsDays(operator) ? 'Days' : 'Value']

/** Inputs for the values of a filter, depending on the column and operator. */
export function ValueFields(props: Props) {
  const { draft, column, onValues } = props
  const count = valueCount(draft.operator)
  if (count === null) return <ChoiceField {...props} />
  if (count === 0) return null
  if (column.kind === 'boolean') {
    return (
      <SegmentedControl
        aria-label="Value"
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={draft.values[0] ?? 'true'}
        onChange={(value) => onValues([value])}
      />
    )
  }
  const change = (at: number, value: string) =>
    onValues(Array.from({ length: count }, (_, index) => (index === at ? value : (draft.values[index] ?? ''))))
  return (
    <div className={classes.values}>
      {fieldNames(count, draft).map((name, at) => (
        <TextInput
          key={name}
          aria-label={name}
          maxLength={500}
          {...inputOf(column, draft)}
          value={draft.values[at] ?? ''}
          onChange={(event) => change(at, event.currentTarget.value)}
        />
      ))}
    </div>
  )
}
