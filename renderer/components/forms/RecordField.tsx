import { Combobox, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useClient, useConnection } from '../../lib/api.ts'
import { ClearButton, clearedHint } from './ClearButton.tsx'
import { FieldRow } from './FieldRow.tsx'
import classes from './forms.module.css'
import { noneFound, searchedOptions } from './searched-options.ts'
import { useField } from './use-field.ts'

const searchMs = 120
const mostShown = 50

type Picked = 'users' | 'entities' | 'individuals'

type Asked = { resource: Picked; text: string; householdId: string | undefined }

/** Searches records by a part of their name, within a household if one is given. */
function useFound({ resource, text, householdId }: Asked) {
  const api = useApi()
  const client = useClient()
  const connectionId = useConnection().id
  const byName = { column: 'title', operator: 'contains', values: [text] } as const
  const input = {
    connectionId,
    offset: 0,
    limit: mostShown,
    sort: { column: 'title' as const, direction: 'asc' as const },
    ...(text === '' ? {} : { filters: [{ ...byName, values: [...byName.values] }] }),
    ...(householdId === undefined ? {} : { scope: { household_id: householdId } }),
  }
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: [...api[resource].key(), 'to choose', input],
    queryFn: async ({ signal }) => (await client[resource].list(input, { signal })).rows,
    placeholderData: keepPreviousData,
  })
  const found = (data ?? []).map(({ id, title }) => ({ value: id, label: title.trim() || id }))
  return { found, isError, isFound: data !== undefined && !isPlaceholderData }
}

type Props = {
  name: string
  label: string
  resource: Picked
  /** The initially chosen record. */
  chosen: { id: string; name: string | null } | null
  /** Restricts the choices to this household. */
  householdId?: string
  required?: boolean
  /** True if the record's value can be cleared. */
  clearable?: boolean
}

/** Selects one record by a part of its name. */
export function RecordField(props: Props) {
  const { name, label, resource, chosen, householdId, required = false, clearable = false } = props
  const { field, input, row, clearing, clear } = useField(name, { clearable })
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState({ value: chosen?.id ?? '', label: chosen?.name?.trim() || (chosen?.id ?? '') })
  const wanted = typed === picked.label ? '' : typed.trim()
  const [text] = useDebouncedValue(wanted, searchMs)
  const { found, isError, isFound } = useFound({ resource, text, householdId })
  const isAnswered = isFound && wanted === text
  const value = String(field.value ?? '')
  // The chosen record keeps its label even if the search did not find it.
  const first = [picked, { value: chosen?.id ?? '', label: chosen?.name?.trim() || (chosen?.id ?? '') }]
    .concat(value === '' ? [] : [{ value, label: value }])
    .find((option) => option.value !== '' && option.value === value)
  const beside = first && !found.some((option) => option.value === value) ? [first] : []
  // During a search it comes last, so that Enter selects the first match.
  const data = text === '' ? [...beside, ...found] : [...found, ...beside]
  return (
    <FieldRow {...row} label={label} required={required}>
      <Select
        {...input}
        aria-required={required}
        data={data}
        filter={searchedOptions(isAnswered)}
        value={value === '' ? null : value}
        description={clearing === 'done' ? clearedHint : undefined}
        inputWrapperOrder={['input', 'error', 'description']}
        onChange={(id, option) => {
          if (id === null || option === null) return
          setPicked({ value: id, label: option.label })
          field.onChange(id)
        }}
        searchable
        onSearchChange={setTyped}
        placeholder="Type part of the name"
        allowDeselect={false}
        openOnFocus={false}
        withScrollArea={false}
        classNames={{ options: 'option-list' }}
        {...(clearing === 'offered'
          ? {
              rightSection: (
                <span className={`line ${classes.clearOrOpen}`}>
                  <ClearButton
                    label={label}
                    onClear={() => {
                      setTyped('')
                      clear()
                    }}
                  />
                  <Combobox.Chevron />
                </span>
              ),
              rightSectionWidth: 68,
              rightSectionPointerEvents: 'all' as const,
            }
          : {})}
        nothingFoundMessage={noneFound({ isAnswered, isError })}
        selectFirstOptionOnChange={isAnswered && wanted !== ''}
      />
    </FieldRow>
  )
}
