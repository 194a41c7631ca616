import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Filter, type FilterOperator, filterProblem } from '../../../shared/domain/filter-rules.ts'
import { operatorWords } from '../../../shared/domain/filter-words.ts'
import { filterColumns, type ListColumn, searchColumn } from '../../../shared/ipc/list-columns.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { type Draft, draftFor, draftProblem, fromDraft, operatorsOf, toDraft } from './draft.ts'
import classes from './filters.module.css'
import { useChoices } from './use-choices.ts'
import { ValueFields } from './ValueFields.tsx'

export type FilterFormProps = {
  resource: Resource
  names: ReadonlyMap<string, string>
  /** The initial column, or the filter to edit. */
  start: string | Filter
  onApply: (filter: Filter) => void
  onCancel: () => void
}

/** One filter: a column, an operator and its values. */
export function FilterForm({ resource, names, start, onApply, onCancel }: FilterFormProps) {
  const columns: Readonly<Record<string, ListColumn>> = filterColumns[resource]
  const columnOf = (id: string): ListColumn => columns[id] ?? { kind: 'text' }
  const [draft, setDraft] = useState<Draft>(() =>
    typeof start === 'string' ? draftFor(start, columnOf(start)) : toDraft(start),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const { choicesOf } = useChoices(draft.column === 'owner_id')
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
      className={classes.form}
      aria-label="Filter"
      onSubmit={apply}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <NativeSelect
        aria-label="Column"
        data-autofocus={typeof start === 'string' || undefined}
        data={Object.keys(columns)
          .filter((id) => id !== searchColumn)
          .map((id) => ({ value: id, label: names.get(id) ?? id }))}
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
