import type { Core } from '../../../../electron/api/core.ts'
import type { ImportPart } from '../../../../shared/domain/import/import-fields.ts'
import type { ImportPlan, ImportProgress, ImportSummary } from '../../../../shared/ipc/imports.ts'
import { createKeychainDouble } from '../../../doubles/keychain.ts'
import { shellDouble } from '../../../doubles/shell.ts'
import { createTenantCores, inputFor, signIn, synced } from './tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp: removeAll } = createTenantCores()

/** Closes the cores and removes their folders; call it after each test. */
export const cleanUp = removeAll

export const byTitle = { column: 'title', direction: 'asc' } as const
export const never = () => new AbortController().signal

/** Begins an import in a tenant's core that is signed in, synced and paused. */
export async function beginImport() {
  const [userDataDir, downloads] = [await tempFolder(), await tempFolder()]
  const shell = shellDouble((name) => ({ folder: downloads, name, replace: false }))
  const core = await startCore({ userDataDir, keychain: createKeychainDouble(), shell })
  const { id: connectionId } = await core.connections.add(inputFor(await startTenant(5), 'Alder'))
  await signIn(core, connectionId)
  await synced(core, connectionId)
  await core.outbox.setAllPaused({ connectionId, paused: true })
  const held = { connectionId, ...(await core.imports.begin({ connectionId })) }
  const [user] = (await core.users.list({ connectionId, offset: 0, limit: 1, sort: byTitle })).rows
  if (!user) throw new Error('The firm has no users.')
  return { core, held, user, downloads }
}

export type Begun = Awaited<ReturnType<typeof beginImport>>

export const asIs = { encoding: null, delimiter: null, sheet: null, answers: {} }

/** Transfers a file in pieces, as the page does; returns its structure. */
export async function give({ core, held }: Begun, part: ImportPart, lines: readonly string[]) {
  const text = lines.join('\r\n')
  const middle = Math.floor(text.length / 2)
  const piece = (from: number, to?: number) => Buffer.from(text).subarray(from, to).toString('base64')
  await core.imports.append({ ...held, part, base64: piece(0, middle), first: true })
  await core.imports.append({ ...held, part, base64: piece(middle), first: false })
  return core.imports.describe({ ...held, part, reading: asIs })
}

export async function judged({ core, held }: Begun, plan: ImportPlan, signal = never()): Promise<ImportSummary | null> {
  const steps: ImportProgress[] = []
  for await (const step of core.imports.check({ ...held, plan }, signal)) steps.push(step)
  return steps.at(-1)?.summary ?? null
}

export async function applied({ core, held }: Begun, signal = never()) {
  const steps: object[] = []
  for await (const step of core.imports.apply(held, signal)) steps.push(step)
  return steps
}

export const open = async (core: Core, connectionId: string) =>
  (await core.outbox.list({ connectionId, show: 'open', offset: 0, limit: 500 })).operations

export const causesOf = async ({ core, held }: Begun, part: ImportPart) => {
  const { rows } = await core.imports.rows({ ...held, part, show: 'refused', offset: 0, limit: 200 })
  return rows.map(({ row, issues }) => [row, issues.map(({ column, cause }) => `${column}: ${cause}`).join(' ')])
}

/** Gives an existing household an external id; returns it with one of its people. */
export async function known({ core, held: { connectionId } }: Begun) {
  const filters = [
    { column: 'external_id' as const, operator: 'has' as const, values: [] },
    { column: 'individual_count' as const, operator: 'at_least' as const, values: [1] },
  ]
  const list = { offset: 0, limit: 1, sort: byTitle, filters }
  const [household] = (await core.households.list({ connectionId, ...list })).rows
  if (!household?.external_id) throw new Error('No household has an external id.')
  const { individuals } = await core.households.get({ connectionId, id: household.id })
  const [somebody] = individuals
  if (!somebody) throw new Error('The household is empty.')
  const { record } = await core.individuals.get({ connectionId, id: somebody.id })
  return { household, person: record, externalId: household.external_id }
}
