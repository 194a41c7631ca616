import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { nameOf } from '../../../shared/domain/names.ts'
import { choiceNames } from '../../../shared/records/resource-fields.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { noMatches } from '../forms/searched-options.ts'

export type Choice = { value: string; label: string }

/** The firm's users as choices, at most 500; `none` is said where none of them matches. */
export function useUserChoices(enabled: boolean): { users: readonly Choice[]; none: string; isPending: boolean } {
  const input = {
    connectionId: useConnection().id,
    offset: 0,
    limit: 500,
    sort: { column: 'title', direction: 'asc' },
  } as const
  const query = useQuery({
    ...useApi().users.list.queryOptions({ input, meta: { part: 'The firm’s users' } }),
    enabled,
  })
  const { data, isLoading: isPending } = query
  const users = useMemo(() => data?.rows.map(({ id, title }) => ({ value: id, label: title || id })) ?? [], [data])
  return { users, none: noMatches(query), isPending }
}

/**
 * Labels of enum values; with `owners`, the names of users too: the current user is “me”, and first.
 *
 * @param rulesOf - the list of which the names of the rules are needed
 */
export function useChoices(owners: boolean, rulesOf: Resource | null = null) {
  const { users: all, isPending: areUsersPending } = useUserChoices(owners)
  const input = { connectionId: useConnection().id }
  const me = useQuery({ ...useApi().places.me.queryOptions({ input }), enabled: owners }).data?.user_id
  const ofRules = useQuery({ ...useApi().today.rules.queryOptions({ input }), enabled: rulesOf !== null })
  const rules = ofRules.data?.rules
  const users = useMemo(() => {
    const mine = all.filter(({ value }) => value === me).map(({ value, label }) => ({ value, label: `me (${label})` }))
    return [...mine, ...all.filter(({ value }) => value !== me)]
  }, [all, me])
  const nameOfChoice = useCallback(
    (column: string, value: string) => {
      if (column === 'owner_id') return users.find((user) => user.value === value)?.label ?? value
      if (column === 'left_out') return rules?.find(({ id }) => id === value)?.name ?? value
      return nameOf(choiceNames.get(column) ?? {}, value)
    },
    [users, rules],
  )
  const choicesOf = (column: string): readonly Choice[] => {
    if (column === 'owner_id') return users
    if (column === 'left_out')
      return rules?.flatMap(({ id, name, list }) => (list === rulesOf ? [{ value: id, label: name }] : [])) ?? []
    return Object.entries(choiceNames.get(column) ?? {}).map(([value, label]) => ({ value, label }))
  }
  return {
    nameOfChoice,
    choicesOf,
    /** True while the choices are being read: a text that is none of them may yet be one. */
    isPending: areUsersPending || ofRules.isLoading,
  }
}
