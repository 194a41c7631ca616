import type { Presenting } from '../../../shared/domain/presenting.ts'
import { domainOf, type Resource, resources } from '../../../shared/service/resource.ts'
import type { Runtimes } from '../../connections/runtimes.ts'
import type { UseCases } from '../core.ts'
import type { EventHub } from '../event-hub.ts'

/** Presenter mode: its state, for the whole app, in memory. */
export type PresenterMode = {
  useCases: Pick<UseCases, 'presenting'>
  current(): Presenting | null
  householdOf(connectionId: string, resource: string, id: string): Promise<string | null>
}

/** Presents nothing at first. Only its procedures change that: a lock, a reload and another window do not. */
export function createPresenterMode(runtimes: Pick<Runtimes, 'get'>, publish: EventHub['publish']): PresenterMode {
  const now: { presenting: Presenting | null } = { presenting: null }
  const change = (presenting: Presenting | null) => {
    now.presenting = presenting
    publish({ type: 'presenting', presenting })
    return { presenting }
  }
  const householdOf: PresenterMode['householdOf'] = async (connectionId, name, id) => {
    const resource = resources.find((known) => known === name)
    if (resource === undefined || resource === 'users') return null
    if (resource === 'households') return id
    const runtime = await runtimes.get(connectionId)
    const { store } = await runtime.open()
    return readHousehold(resource, (read) => store.read(read, { id }))
  }
  return {
    current: () => now.presenting,
    householdOf,
    useCases: {
      presenting: {
        state: async () => ({ presenting: now.presenting }),
        async start({ connectionId, record }) {
          // At once, before the household is known: until then nothing of any household is shown.
          if (now.presenting === null) change({ connection_id: connectionId, household_id: null, amounts: false })
          const begun = now.presenting
          if (begun === null || begun.household_id !== null || begun.connection_id !== connectionId || record === null)
            return { presenting: now.presenting }
          const household_id = await householdOf(connectionId, record.resource, record.id)
          return now.presenting === begun && household_id !== null
            ? change({ ...begun, household_id })
            : { presenting: now.presenting }
        },
        async showAmounts({ shown }) {
          const { presenting } = now
          return presenting?.household_id ? change({ ...presenting, amounts: shown }) : { presenting }
        },
        end: async () => change(null),
      },
    },
  }
}

type Owned = Exclude<Resource, 'users' | 'households'>

type ReadDetail = (name: `${ReturnType<typeof domainOf<Owned>>}.get`) => Promise<{ household: { id: string } | null }>

async function readHousehold(resource: Owned, read: ReadDetail): Promise<string | null> {
  try {
    return (await read(`${domainOf(resource)}.get`)).household?.id ?? null
  } catch {
    // A record that is not in the offline copy is of no household that could be shown.
    return null
  }
}
