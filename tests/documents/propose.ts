import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Core } from '../../electron/api/core.ts'
import { createKeychainDouble } from '../doubles/keychain.ts'
import { createTenantCores, inputFor, signIn, synced } from '../integration/app/support/tenant-cores.ts'
import { startTestSandbox } from '../integration/support/sandbox.ts'
import type { Entity, Firm, Household, Person } from './world/firm.ts'
import type { DroppedDocument } from './world/make-document.ts'

export const fields = ['type', 'entity', 'person', 'date', 'household'] as const
export type Field = (typeof fields)[number]

/** What is proposed for a file; null where nothing is. The household is proposed only if it is another than the one the file was dropped on. */
export type Proposal = Readonly<Record<Field, string | null>>

/** Steward over a service that has the world's firm. */
export type Office = { propose(documents: readonly DroppedDocument[]): Promise<Proposal[]>; close(): Promise<void> }

/** Starts the core of Steward, with its reading process, over the sandbox with this firm. */
export async function openOffice(firm: Firm): Promise<Office> {
  const cores = createTenantCores()
  const sandbox = await startTestSandbox({ households: 1, hostile: false })
  const create = sandbox.control.colleague.create
  const [user] = ((await sandbox.client.api('/users')).body as { data: { id: string }[] }).data
  for (const household of firm.households) {
    create('households', {
      ...stamps(household.id),
      name: household.name,
      primary_relationship_owner_id: user?.id ?? '',
    })
    for (const person of [household.husband, household.wife, ...household.children])
      create('individuals', personRecord(household, person))
    for (const entity of household.entities) create('entities', entityRecord(household, entity))
  }
  const userDataDir = await mkdtemp(join(tmpdir(), 'steward-documents-'))
  const core = await cores.startCore({ userDataDir, keychain: createKeychainDouble() })
  const { id: connectionId } = await core.connections.add(inputFor({ ...sandbox, client: sandbox.client }, 'Alder'))
  await signIn(core, connectionId)
  await synced(core, connectionId)
  return {
    propose: (documents) => propose(core, connectionId, documents),
    async close() {
      await cores.cleanUp()
      await sandbox.close()
      await rm(userDataDir, { recursive: true, force: true })
    },
  }
}

const stamps = (id: string) => ({ id, created_at: '2026-01-05T15:00:00.000Z', updated_at: '2026-01-05T15:00:00.000Z' })

const personRecord = ({ id: household_id, husband, wife }: Household, person: Person) => ({
  ...stamps(person.id),
  ...{ first_name: person.first, last_name: person.last, household_id, is_deceased: false },
  ...(person.middle ? { middle_name: person.middle } : {}),
  ...(person.suffix ? { suffix: person.suffix } : {}),
  is_primary: person === husband || person === wife,
  ...{ is_beneficiary: true, is_grantor: person === husband || person === wife, is_trustee: true },
})

const kinds = {
  ...{ revocable: 'REVOCABLE_TRUST', irrevocable: 'IRREVOCABLE_TRUST', insurance: 'ILIT_TRUST', grat: 'GRAT_TRUST' },
  ...{ llc: 'LLC_BUSINESS_ENTITY', partnership: 'LP_BUSINESS_ENTITY', corporation: 'CCORP_BUSINESS_ENTITY' },
  ...{ foundation: 'PRIVATE_FOUNDATION', account: 'JOINT_PERSONAL_ACCOUNT' },
} as const satisfies Record<Entity['kind'], string>

const entityRecord = ({ id: household_id }: Household, { id, name, kind }: Entity) => ({
  ...stamps(id),
  ...{ display_name: name, household_id, in_estate_status: 'in_estate', kind: kinds[kind], stage: 'ACTIVE' },
})

/** Drops the files and gives back what is proposed for each: the one place that knows how the program proposes. */
async function propose(core: Core, connectionId: string, documents: readonly DroppedDocument[]): Promise<Proposal[]> {
  const proposals: Proposal[] = []
  for (const { droppedOn, fileName, bytes } of documents) {
    const owner = { household_id: droppedOn, entity_id: null, individual_id: null }
    const files = [{ name: fileName, folder: '', size: bytes.byteLength }]
    const { rows: announced } = await core.intake.announce({ connectionId, owner, files })
    const [{ row_id, ticket } = { row_id: '', ticket: null }] = announced
    await core.takeFile(ticket ?? '')?.receive(once(bytes))
    const { rows } = await core.intake.list({ connectionId })
    const row = rows.find(({ id }) => id === row_id)
    if (row?.state !== 'ready') throw new Error(`${fileName} was not taken: ${row?.issue?.message ?? 'no row'}`)
    proposals.push({
      type: row.type_reason === null ? null : row.type,
      entity: row.entity_id,
      person: row.individual_id,
      date: null,
      household: null,
    })
    await core.intake.remove({ connectionId, row_ids: [row_id] })
  }
  return proposals
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
