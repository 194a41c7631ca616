import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forTests } from '../electron/for-tests.ts'
import { actsOf, connectPage, type Scenario } from './desk.ts'

// The demo firm: its service in a process of its own, its encrypted stores on the disk, and a record that is written and read.

/** The first bytes of a database that can be read without a key. */
const readable = 'SQLite format 3'

export const run: Scenario = async ({ folder, window }) => {
  const client = connectPage(window)
  const { id: connectionId, kind } = await client.connections.openDemo({})
  const fields = { notes: 'Larch', primary_relationship_owner_id: 'user_1' }
  const write = { action: 'create', resource: 'households', fields } as const
  const { record_id } = await client.outbox.save({ connectionId, write })
  const { record } = await client.households.get({ connectionId, id: record_id })
  const stores = join(folder, 'connections', connectionId)
  const names = (await readdir(stores)).filter((file) => file.endsWith('.db'))
  const heads = await Promise.all(names.map(async (file) => (await readFile(join(stores, file))).subarray(0, 15)))
  return {
    kind,
    notes: record.notes,
    stores: names.sort(),
    readableStores: heads.filter((head) => head.equals(Buffer.from(readable))).length,
    info: await client.app.info({}),
    acts: actsOf(window),
    windowOptions: window[forTests].options,
  }
}
