import { localToday } from '../../shared/domain/days.ts'
import { fileNamePart } from '../../shared/domain/file-names.ts'
import { type Runtimes, withConnection } from '../connections/connection-runtime.ts'
import { textCell } from '../exports/cell.ts'
import { csvText } from '../exports/csv-table.ts'
import { datedFileName } from '../exports/saved-files.ts'
import type { Connection } from '../tenants/connection.ts'
import type { UseCases } from './core.ts'
import type { EventHub } from './event-hub.ts'
import type { FileSaver } from './exports.ts'

/** Longest household name in a file name, in bytes. */
const longestName = 80

/** Changes at the service that this computer saw, and which of them the user has looked at. */
export function createChangesUseCases(
  runtimes: Pick<Runtimes, 'get'>,
  files: Pick<FileSaver, 'saveText'>,
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
    meetings: inConnection(({ store }, { household_id }) => store.read('changes.meetings', { household_id })),
    meet: inConnection(async ({ store }, { household_id, id, meeting }, connection) => {
      const before = await store.writeLedger('changes.meet', { household_id, id, meeting })
      changed(connection)
      return { before }
    }),
    exportMeetings: inConnection(async ({ store }, { household_id }, { name: connectionName }) => {
      const { meetings } = await store.read('changes.meetings', { household_id })
      const [household] = await store.read('places.titles', { resource: 'households', ids: [household_id] })
      const name = household?.title ?? ''
      const rows = meetings.map(({ met_at, note }) => [
        { kind: 'date' as const, text: localToday(new Date(met_at)) },
        textCell(name),
        textCell(note),
      ])
      const text = await csvText(['Date', 'Household', 'Note'], rows)
      const what = `Meetings ${fileNamePart(name, longestName)}`.trim()
      const suggestedName = datedFileName(what, { connectionName, now: new Date(), extension: 'csv' })
      return { file: await files.saveText({ procedure: 'changes.exportMeetings', suggestedName, text }) }
    }),
  }
}
