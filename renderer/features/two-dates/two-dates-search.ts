import type { ContractInputs } from '../../../shared/ipc/contract.ts'
import { calendarDateIn } from '../../lib/today.ts'
import type { AddressSearch } from '../../lib/use-address.ts'

/** Whose values are compared, and on which days, `YYYY-MM-DD`; without a day a year ago, and today. */
export type TwoDates = {
  of: ContractInputs['rollUps']['bridge']['of']
  from: string | undefined
  to: string | undefined
}

function readOf({ household, entity, owner }: AddressSearch): TwoDates['of'] {
  if (typeof household === 'string') return { what: 'household', id: household }
  if (typeof entity === 'string') return { what: 'entity', id: entity }
  return typeof owner === 'string' ? { what: 'owner', id: owner } : { what: 'book' }
}

/** The parameters of an address for these settings. */
function writeTwoDates({ of, from, to }: TwoDates): AddressSearch {
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  return of.what === 'book' ? days : { [of.what]: of.id, ...days }
}

/** The page with its settings in its address. */
export const twoDatesScreen = {
  path: 'two-dates',
  read: (search: AddressSearch): TwoDates => ({
    of: readOf(search),
    from: calendarDateIn(search.from),
    to: calendarDateIn(search.to),
  }),
  write: writeTwoDates,
}
