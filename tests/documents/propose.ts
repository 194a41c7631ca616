import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Core } from '../../electron/api/core.ts'
import type { IntakeRow } from '../../shared/ipc/intake.ts'
import { createKeychainDouble } from '../doubles/keychain.ts'
import { createTenantCores, inputFor, signIn, synced } from '../integration/app/support/tenant-cores.ts'
import { startTestSandbox } from '../integration/support/sandbox.ts'
import type { Proposal } from './judge.ts'
import type { Entity, Firm, Household, Person } from './world/firm.ts'
import type { DroppedDocument } from './world/make-document.ts'

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
  const { id: connectionId } = await core.connections.add(inputFor(sandbox, 'Alder'))
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
  qprt: 'QPRT_TRUST',
  ...{ llc: 'LLC_BUSINESS_ENTITY', partnership: 'LP_BUSINESS_ENTITY', corporation: 'CCORP_BUSINESS_ENTITY' },
  ...{ foundation: 'PRIVATE_FOUNDATION', account: 'JOINT_PERSONAL_ACCOUNT' },
} as const satisfies Record<Entity['kind'], string>

const entityRecord = ({ id: household_id }: Household, { id, name, kind }: Entity) => ({
  ...stamps(id),
  ...{ display_name: name, household_id, in_estate_status: 'in_estate', kind: kinds[kind], stage: 'ACTIVE' },
})

/** Files that are in the tray at the same time. */
const batch = 50

/** Drops the files and gives back what is proposed for each: the one place that knows how the program proposes. */
async function propose(core: Core, connectionId: string, documents: readonly DroppedDocument[]): Promise<Proposal[]> {
  const proposals: Proposal[] = []
  for (let at = 0; at < documents.length; at += batch) {
    const dropped = documents.slice(at, at + batch)
    const row_ids: string[] = []
    for (const document of dropped) row_ids.push(await drop(core, connectionId, document))
    await core.intake.readPages({ connectionId }, new AbortController().signal)
    const { rows } = await core.intake.list({ connectionId })
    for (const id of row_ids) proposals.push(proposalOf(rows.find((row) => row.id === id)))
    await core.intake.remove({ connectionId, row_ids })
  }
  return proposals
}

async function drop(core: Core, connectionId: string, document: DroppedDocument): Promise<string> {
  const { droppedOn, fileName, bytes } = document
  const owner = { household_id: droppedOn, entity_id: null, individual_id: null }
  const files = [{ name: fileName, folder: '', size: bytes.byteLength }]
  const { rows } = await core.intake.announce({ connectionId, owner, files })
  await core.takeFile(rows[0]?.ticket ?? '')?.receive(once(bytes))
  return rows[0]?.row_id ?? ''
}

/** A proposal is what fills a field by itself; a value that is only listed first is none. */
function proposalOf(row: IntakeRow | undefined): Proposal {
  if (row?.state !== 'ready' || !['read', 'scan'].includes(row.pages))
    throw new Error(
      `A file was not taken and read: ${row?.file_name}, ${row?.state}, ${row?.pages}, ${row?.issue?.message}`,
    )
  const { type, entity_id, individual_id, date, household_id } = row.proposals
  const valueIn = (proposal: { value: string } | null) => proposal?.value ?? null
  return {
    ...{ type: valueIn(type), entity: valueIn(entity_id), person: valueIn(individual_id) },
    ...{ date: valueIn(date), household: valueIn(household_id) },
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
