import {
  Button,
  MultiSelect,
  NativeSelect,
  Popover,
  SegmentedControl,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Filter, type FilterOperator, filterProblem } from '../../../shared/domain/filter-rules.ts'
import { operatorWords } from '../../../shared/domain/filter-words.ts'
import { foldLetters } from '../../../shared/domain/fold.ts'
import { filterColumns, type ListColumn, searchColumn } from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { PopupDialog } from '../popups/Popup.tsx'
import type { Popup } from '../popups/use-popup.ts'
import { countsDays, type Draft, draftFor, draftProblem, fromDraft, operatorsOf, toDraft, valueCount } from './draft.ts'
import classes from './filters.module.css'
import { type Choice, useChoices } from './use-choices.ts'

type ValueFieldsProps = {
  draft: Draft
  column: ListColumn
  choices: readonly Choice[]
  arePending: boolean
  onValues: (values: readonly string[]) => void
}

/** Selects several values of a known set. A value unknown to Steward can be typed as the service sends it, once the known ones are read. */
function ChoiceField({ draft, choices, arePending, onValues }: ValueFieldsProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const known = new Set(choices.map(({ value }) => value))
  const unknown = [...draft.values, ...(arePending ? [] : [typed.trim()])].filter(
    (value) => value !== '' && !known.has(value),
  )
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

function inputOf(column: ListColumn, draft: Draft): TextInputProps {
  if (countsDays(draft.operator)) return { type: 'text', inputMode: 'numeric' }
  // The keyboard of digits has no letters for 14M.
  if (column.unit === 'usd') return { type: 'text', leftSection: '$', placeholder: '250k, 14M or 1,234.50' }
  if (column.unit === 'percent') return { type: 'text', inputMode: 'decimal', rightSection: '%' }
  if (column.kind === 'number') return { type: 'text', inputMode: 'decimal' }
  return { type: column.kind === 'date' || column.kind === 'time' ? 'date' : 'text' }
}

const fieldNames = (count: number, { operator }: Draft) =>
  count === 2 ? ['From', 'To'] : [countsDays(operator) ? 'Days' : 'Value']

/** Inputs for the values of a filter, depending on the column and operator. */
function ValueFields(props: ValueFieldsProps) {
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

/** The named columns to choose from. Those of one name stand together, and their units tell them apart. */
function columnChoices(columns: Readonly<Record<string, ListColumn>>, names: ReadonlyMap<string, string>): Choice[] {
  const ids = Object.keys(columns).filter((id) => id !== searchColumn && names.has(id))
  const together = Map.groupBy(ids, (id) => names.get(id) ?? id)
  return [...together].flatMap(([name, same]) =>
    same.map((id) => {
      const unit = columns[id]?.unit
      return { value: id, label: same.length > 1 && unit ? `${name}, ${unit === 'usd' ? '$' : '%'}` : name }
    }),
  )
}

type FilterFormProps = {
  resource: Resource
  names: ReadonlyMap<string, string>
  /** The initial column, or the filter to edit. */
  start: string | Filter
  onApply: (filter: Filter) => void
  onCancel: () => void
}

/** One filter: a column, an operator and its values. */
function FilterForm({ resource, names, start, onApply, onCancel }: FilterFormProps) {
  const columns: Readonly<Record<string, ListColumn>> = filterColumns[resource]
  const columnOf = (id: string): ListColumn => columns[id] ?? { kind: 'text' }
  const [draft, setDraft] = useState<Draft>(() =>
    typeof start === 'string' ? draftFor(start, columnOf(start)) : toDraft(start),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const { choicesOf, isPending } = useChoices(
    draft.column === 'owner_id',
    draft.column === 'left_out' ? resource : null,
  )
  const column = columnOf(draft.column)
  const change = (next: Draft) => {
    setProblem(null)
    setDraft(next)
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const filter = fromDraft(draft, column)
    const wrong = draftProblem(draft, column) ?? filterProblem(column, filter)
    if (wrong) setProblem(wrong)
    else onApply(filter)
  }
  return (
    <form
      className={`column ${classes.form}`}
      aria-label="Filter"
      onSubmit={apply}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <NativeSelect
        aria-label="Column"
        data-autofocus={typeof start === 'string' || undefined}
        data={columnChoices(columns, names)}
        value={draft.column}
        onChange={({ currentTarget: { value } }) => change(draftFor(value, columnOf(value)))}
      />
      <NativeSelect
        aria-label="Condition"
        data={operatorsOf(column).map((operator) => ({ value: operator, label: operatorWords[operator] }))}
        value={draft.operator}
        onChange={({ currentTarget: { value } }) => change({ ...draft, operator: value as FilterOperator })}
      />
      <ValueFields
        draft={draft}
        column={column}
        choices={choicesOf(draft.column)}
        arePending={isPending}
        onValues={(values) => change({ ...draft, values })}
      />
      {problem ? (
        <p role="alert" className="negative small">
          {problem}
        </p>
      ) : null}
      <div className={classes.buttons}>
        <Button type="submit">Apply filter</Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type Props = FilterFormProps & { popup: Popup; label: string; returnFocus?: boolean }

/** Dialog to create or edit a filter. The form handles Escape itself, because it first closes an open list of values. */
export function FilterDialog({ popup, label, returnFocus = false, ...form }: Props) {
  return (
    <PopupDialog popup={popup} position="bottom-start" returnFocus={returnFocus} closeOnEscape={false}>
      <Popover.Dropdown className={classes.dropdown} aria-label={label}>
        <FilterForm key={typeof form.start === 'string' ? form.start : undefined} {...form} />
      </Popover.Dropdown>
    </PopupDialog>
  )
}
