import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import type { Connection } from '../tenants/connection.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'

/** Changes at the service that this computer saw, and which of them the user has looked at. */
export function createChangesUseCases(
  runtimes: Pick<Runtimes, 'get'>,
  publish: EventHub['publish'],
): UseCases['changes'] {
  const inConnection = withConnection(runtimes)
  const changed = ({ id: connectionId }: Connection) => publish({ type: 'kept', connectionId, what: 'changes' })
  return {
    list: inConnection(({ store }, input) => store.read('changes.list', input)),
    household: inConnection(({ store }, { household_id }) => store.read('changes.household', { household_id })),
    counts: inConnection(({ store }, { household_ids }) => store.read('changes.counts', { household_ids })),
    households: inConnection(({ store }, input) => store.read('changes.households', input)),
    look: inConnection(async ({ store }, { household_id, to }, connection) => {
      await store.writeLedger('changes.look', { household_id, to })
      changed(connection)
    }),
    meet: inConnection(async ({ store }, { household_id, met_at }, connection) => {
      const before = (await store.read('changes.household', { household_id })).met_at
      await store.writeLedger('changes.meet', { household_id, met_at: met_at === null ? null : Date.parse(met_at) })
      changed(connection)
      return { before }
    }),
  }
}
