import { expect } from 'vitest'
import type { Core } from '../../../../electron/api/core.ts'

type Uploaded = { connectionId: string; household_id: string; name: string; bytes: Buffer }

/** Adds a file to a household and waits until the service has it. Returns the id of its document there. */
export async function uploadFile(core: Core, { connectionId, household_id, name, bytes }: Uploaded): Promise<string> {
  const owner = { household_id, entity_id: null, individual_id: null }
  const files = [{ name, folder: '', size: bytes.byteLength }]
  const { rows } = await core.intake.announce({ connectionId, owner, files })
  async function* source() {
    yield bytes
  }
  await core.takeFile(rows[0]?.ticket ?? '')?.receive(source())
  const row_ids = [rows[0]?.row_id ?? '']
  await core.intake.change({ connectionId, row_ids, change: { type: 'OTHER' } })
  const { saved } = await core.intake.submit({ connectionId, row_ids })
  const record_id = saved[0]?.record_id ?? ''
  const serverId = async () => (await core.outbox.serverIdOf({ connectionId, record_id })).server_id
  await expect.poll(serverId).not.toBeNull()
  return (await serverId()) ?? ''
}
