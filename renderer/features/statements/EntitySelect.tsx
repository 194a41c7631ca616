import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StatementReview } from '../../../shared/ipc/statements.ts'
import { noneFound, searchedOptions } from '../../components/forms/searched-options.ts'
import { useApi, useConnection } from '../../lib/api.ts'

const typingMs = 150
const mostShown = 50

type Entity = Pick<StatementReview['entities'][number]['entity'], 'id' | 'name'> & { household: { name: string } }

/** An entity with its household: two families may have entities of the same name. */
export const entityLabel = ({ name, household }: Pick<Entity, 'name' | 'household'>): string =>
  household.name === '' ? name : `${name} · ${household.name}`

const option = (entity: Entity) => ({ value: entity.id, label: entityLabel(entity) })

type Props = {
  label: string
  /** Offered before anything is typed, likeliest first. */
  proposals: readonly Entity[]
  chosen: Entity | null
  onChoose: (id: string) => void
}

/** Selects the entity of an account: one of the proposals, or any one by a part of its name. */
export function EntitySelect({ label, proposals, chosen, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const shown = chosen === null ? null : option(chosen)
  const wanted = typed === shown?.label ? '' : typed.trim()
  const [text] = useDebouncedValue(wanted, typingMs)
  const connectionId = useConnection().id
  const filters = [{ column: 'title' as const, operator: 'contains' as const, values: [text] }]
  const sort = { column: 'title' as const, direction: 'asc' as const }
  const input = { connectionId, offset: 0, limit: mostShown, sort, filters: text === '' ? [] : filters }
  // A review may have a hundred of these fields: only one that is used reads.
  const [isUsed, setIsUsed] = useState(false)
  const { data, isError, isPlaceholderData } = useQuery({
    ...useApi().entities.list.queryOptions({ input }),
    enabled: isUsed,
    placeholderData: keepPreviousData,
  })
  const isAnswered = wanted === text && data !== undefined && !isPlaceholderData
  const found = (data?.rows ?? []).map(({ id, title, household_name }) =>
    option({ id, name: title.trim() || id, household: { name: household_name?.trim() ?? '' } }),
  )
  const first = text === '' ? [...(shown ? [shown] : []), ...proposals.map(option)] : []
  const all = [...first, ...found, ...(text !== '' && shown ? [shown] : [])]
  const options = all.filter(({ value }, at) => all.findIndex((one) => one.value === value) === at)
  return (
    <Select
      size="xs"
      maw={560}
      aria-label={label}
      placeholder="Choose an entity…"
      searchable
      selectFirstOptionOnChange={isAnswered && wanted !== ''}
      allowDeselect={false}
      withScrollArea={false}
      openOnFocus={false}
      classNames={{ options: 'option-list' }}
      comboboxProps={{ width: 'target', position: 'bottom-start' }}
      data={options}
      filter={searchedOptions(isAnswered)}
      value={shown?.value ?? null}
      onFocus={() => setIsUsed(true)}
      onSearchChange={setTyped}
      onChange={(id) => id !== null && onChoose(id)}
      nothingFoundMessage={noneFound({ isAnswered, isError })}
    />
  )
}
