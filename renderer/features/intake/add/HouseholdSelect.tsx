import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noneFound, searchedOptions } from '../../../components/forms/searched-options.ts'
import { useApi, useConnection } from '../../../lib/api.ts'

const mostShown = 50
const typingMs = 200

export type HouseholdChoice = { value: string; label: string }

/** Households whose name contains the typed text, plus the chosen one. */
function useHouseholds(typed: string, chosen: HouseholdChoice | null) {
  const wanted = typed === chosen?.label ? '' : typed.trim()
  const [asked] = useDebouncedValue(wanted, typingMs)
  const input = {
    connectionId: useConnection().id,
    offset: 0,
    limit: mostShown,
    sort: { column: 'title', direction: 'asc' },
    ...(asked === ''
      ? {}
      : { filters: [{ column: 'title' as const, operator: 'contains' as const, values: [asked] }] }),
  } as const
  const options = useApi().households.list.queryOptions({ input: { ...input, filters: input.filters ?? [] } })
  const { data, isError, isPlaceholderData } = useQuery({ ...options, placeholderData: keepPreviousData })
  const found = data?.rows.map(({ id, title }) => ({ value: id, label: title.trim() || id })) ?? []
  return {
    households: chosen && found.every(({ value }) => value !== chosen.value) ? [chosen, ...found] : found,
    isError,
    isAnswered: data !== undefined && !isPlaceholderData && wanted === asked,
  }
}

type Props = { chosen: HouseholdChoice | null; onChoose: (household: HouseholdChoice | null) => void }

/** Selects a household by a part of its name. */
export function HouseholdSelect({ chosen, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const { households, isAnswered, isError } = useHouseholds(typed, chosen)
  return (
    <Select
      label="Household"
      placeholder="Type part of its name"
      data-autofocus
      // An open list would cover the dialog's buttons.
      openOnFocus={false}
      searchable
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: 'option-list' }}
      data={households}
      filter={searchedOptions(isAnswered)}
      value={chosen?.value ?? null}
      onChange={(id) => onChoose(households.find(({ value }) => value === id) ?? null)}
      onSearchChange={setTyped}
      nothingFoundMessage={noneFound({ isAnswered, isError }, 'No matching household.')}
    />
  )
}
