import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ChangeOutcome, changeOutcomes } from '../../../shared/domain/activity.ts'
import { type Operation, operationActions } from '../../../shared/domain/operation.ts'
import { operationResources } from '../../../shared/domain/operation-rules.ts'
import { useConnection } from '../../lib/connection.ts'

/** Which changes Activity shows; stored in the address, so that Back, reload and restart restore it. */
export type ActivitySearch = {
  text: string
  action: Operation['action'] | undefined
  resource: Operation['resource'] | undefined
  outcome: ChangeOutcome | undefined
}

const oneOf = <Value extends string>(known: readonly Value[], value: unknown): Value | undefined =>
  known.find((one) => one === value)

/** Parses the parameters of an address; those that Activity does not know are left out. */
export function readActivitySearch(search: Readonly<Record<string, unknown>>): ActivitySearch {
  return {
    text: typeof search.text === 'string' ? search.text.slice(0, 200) : '',
    action: oneOf(operationActions, search.action),
    resource: oneOf(operationResources, search.resource),
    outcome: oneOf(changeOutcomes, search.outcome),
  }
}

/** True if some changes are left out. */
export const isNarrowed = ({ text, action, resource, outcome }: ActivitySearch): boolean =>
  text !== '' || action !== undefined || resource !== undefined || outcome !== undefined

/** The current filters and search, and how to change them. */
export function useActivitySearch() {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const asked = readActivitySearch(useSearch({ strict: false }))
  /** Replaces the address: Back leaves the page. */
  const show = (search: Partial<ActivitySearch>) =>
    void navigate({
      to: '/c/$connectionId/activity',
      params: { connectionId },
      search: Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== '')),
      replace: true,
    })
  return { asked, change: (part: Partial<ActivitySearch>) => show({ ...asked, ...part }), clear: () => show({}) }
}
