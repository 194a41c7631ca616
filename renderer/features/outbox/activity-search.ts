import { type ChangeOutcome, changeOutcomes } from '../../../shared/domain/activity.ts'
import { type Operation, operationActions } from '../../../shared/domain/operation.ts'
import { operationResources } from '../../../shared/domain/operation-rules.ts'
import { type AddressSearch, oneOf, useAddress } from '../../lib/use-address.ts'

/** Which changes Activity shows. */
export type ActivitySearch = {
  text: string
  action: Operation['action'] | undefined
  resource: Operation['resource'] | undefined
  outcome: ChangeOutcome | undefined
}

/** Parses the parameters of an address; those that Activity does not know are left out. */
export function readActivitySearch(search: AddressSearch): ActivitySearch {
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

const screen = {
  path: 'activity',
  read: readActivitySearch,
  write: (search: ActivitySearch) =>
    Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== '')),
}

/** The current filters and search, and how to change them. */
export function useActivitySearch() {
  const { asked, show } = useAddress(screen)
  return {
    asked,
    change: (part: Partial<ActivitySearch>) => show({ ...asked, ...part }),
    clear: () => show(readActivitySearch({})),
  }
}
