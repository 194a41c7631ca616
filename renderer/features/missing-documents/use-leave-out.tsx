import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Filter } from '../../../shared/domain/filter-rules.ts'
import type { RuleRecord } from '../../../shared/ipc/today.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { lazyDialog } from '../../lib/lazy-part.ts'
import { useForbidden } from '../../lib/policy.ts'
import { usePresenting } from '../../lib/presenting.ts'
import type { LeftOutRows } from './RuleExceptions.tsx'

const LeaveOutDialog = lazyDialog(
  'The dialog',
  async () => (await import('./RuleExceptions.tsx')).LeaveOutDialog,
  ({ onClose }) => ({ cancel: onClose }),
)

const checked: ReadonlySet<string> = new Set<RuleRecord['resource']>([
  'households',
  'individuals',
  'entities',
  'documents',
])
const isChecked = (resource: Resource): resource is RuleRecord['resource'] => checked.has(resource)

/** Leaves rows of a list out of the rule that found them. */
export type LeaveOut = {
  start(rows: LeftOutRows): void
  dialog: ReactNode
}

/** For a list of what a rule of Data quality found, as its filters say; null for other lists, and where it is not allowed. */
export function useLeaveOut(resource: Resource, filters: readonly Filter[]): LeaveOut | null {
  const connectionId = useConnection().id
  const [rows, setRows] = useState<LeftOutRows | null>(null)
  const forbidden = useForbidden('today.setExceptions')
  const presenting = usePresenting() !== null
  const of = filters.find(({ column, operator }) => column === 'left_out' && operator === 'none_of')?.values ?? []
  const rule_id = of.length === 1 ? String(of[0]) : null
  const rules = useQuery({
    ...useApi().today.rules.queryOptions({ input: { connectionId } }),
    enabled: rule_id !== null,
  }).data?.rules
  if (rule_id === null || forbidden !== null || presenting || !isChecked(resource)) return null
  const rule = rules?.find(({ id }) => id === rule_id)?.name ?? rule_id
  return {
    start: setRows,
    dialog:
      rows === null ? null : (
        <LeaveOutDialog {...rows} {...{ rule_id, rule, resource }} onClose={() => setRows(null)} />
      ),
  }
}
