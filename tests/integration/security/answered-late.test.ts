import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import type { FirmPolicy } from '../../../shared/domain/policy.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores, inputFor, signIn, synced } from '../app/support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

let core: Core
let id: string
let document: string
let folder: string
let policyFile: string
/** Runs while a dialog asks where to save a file, before the user answers. */
let meanwhile: () => Promise<unknown>
let asked: number

beforeAll(async () => {
  const userDataDir = await tempFolder()
  folder = join(userDataDir, 'chosen')
  policyFile = join(userDataDir, 'policy.json')
  await mkdir(folder)
  await writeFile(policyFile, '{}')
  const shell = {
    ...shellDouble(),
    print: { onPaper: async () => true, asPdf: async () => new TextEncoder().encode('%PDF-1.7') },
    async chooseSaveTarget({ suggestedName }: { suggestedName: string }) {
      asked += 1
      await meanwhile()
      return { folder, name: suggestedName, replace: true }
    },
  }
  core = await startCore({ userDataDir, keychain: createKeychainDouble(), shell, policyFile })
  const tenant = await startTenant(3)
  id = (await core.connections.add(inputFor(tenant, 'Alder'))).id
  await signIn(core, id)
  await synced(core, id)
  const sort = { column: 'title', direction: 'asc' } as const
  const { rows } = await core.documents.list({ connectionId: id, offset: 0, limit: 1, sort })
  document = rows[0]?.id ?? ''
  const file = { kind: 'document' as const, id: document }
  for await (const _ of core.files.fetch({ connectionId: id, file, refresh: false }, new AbortController().signal));
})
afterAll(cleanUp)
beforeEach(() => {
  asked = 0
})

const firmSays = async (policy: FirmPolicy) => {
  await writeFile(policyFile, JSON.stringify(policy))
  await expect.poll(async () => (await core.policy.get({})).policy).toEqual(policy)
}

const exportList = async () => {
  const list = {
    connectionId: id,
    resource: 'households',
    format: 'csv',
    columns: [{ column: 'title', header: 'Name' }],
    filters: [],
    scope: {},
    sort: { column: 'title', direction: 'asc' },
  } as const
  for await (const _ of core.exports.start(structuredClone(list) as never, new AbortController().signal));
}

type Way = { path: string; ask: () => Promise<unknown> }

/** Every way to write a file to a place chosen by the user, with the setting that forbids it. */
const forbiddable: (Way & { setting: 'no_export' | 'no_save_as' })[] = [
  { path: 'exports.start', setting: 'no_export', ask: exportList },
  { path: 'app.print', setting: 'no_export', ask: () => core.app.print({ to: 'pdf', title: 'Okafor' }) },
  { path: 'app.print', setting: 'no_save_as', ask: () => core.app.print({ to: 'pdf', title: 'Okafor' }) },
  {
    path: 'files.saveAs',
    setting: 'no_save_as',
    ask: () => core.files.saveAs({ connectionId: id, file: { kind: 'document', id: document } }),
  },
  {
    path: 'outbox.exportUnsent',
    setting: 'no_export',
    ask: () => core.outbox.exportUnsent({ connectionId: id, format: 'csv' }),
  },
  {
    path: 'outbox.exportActivity',
    setting: 'no_export',
    ask: () => core.outbox.exportActivity({ connectionId: id, format: 'csv' }),
  },
  {
    path: 'assetClasses.exportFile',
    setting: 'no_export',
    ask: () => core.assetClasses.exportFile({ connectionId: id }),
  },
  {
    path: 'estate.savePicture',
    setting: 'no_export',
    ask: () =>
      core.estate.savePicture({
        connectionId: id,
        id: 'hh-1',
        picture: { format: 'svg', content: '<svg x="1"></svg>' },
      }),
  },
  {
    path: 'estate.exportLinks',
    setting: 'no_export',
    ask: () => core.estate.exportLinks({ connectionId: id, id: 'hh-1' }),
  },
  {
    path: 'dates.export',
    setting: 'no_export',
    ask: () =>
      core.dates.export({
        ...{ connectionId: id, owner_id: null, from: '2027-01-01', to: '2027-12-31', kind: null, state: 'open' },
        as: { format: 'ics', names: false },
      }),
  },
]
const others: Way[] = [
  { path: 'settings.exportFile', ask: () => core.settings.exportFile({}) },
  { path: 'support.save', ask: async () => core.support.save({ handle: (await core.support.preview({})).handle }) },
]

it.each([...forbiddable, ...others])(
  '$path writes nothing when its dialog is answered after the lock fell',
  async ({ ask }) => {
    meanwhile = () => core.lock.lock({})
    await expect(ask()).rejects.toMatchObject({ code: 'lock/locked' })
    expect(asked).toBe(1)
    expect(await readdir(folder)).toEqual([])
    await expect(ask()).rejects.toMatchObject({ code: 'lock/locked' })
    expect(asked).toBe(1)
    await core.lock.unlock({ passphrase: null })
  },
)

it.each(forbiddable)(
  '$path writes nothing when its dialog is answered after $setting came',
  async ({ setting, ask }) => {
    meanwhile = () => firmSays({ [setting]: true })
    await expect(ask()).rejects.toMatchObject({ code: 'policy/forbidden', detail: setting })
    expect(asked).toBe(1)
    expect(await readdir(folder)).toEqual([])
    await firmSays({})
  },
)

it.each([...forbiddable, ...others])('$path writes its file when nothing came between', async ({ ask }) => {
  meanwhile = async () => {}
  await ask()
  const written = await readdir(folder)
  expect(written).toHaveLength(1)
  for (const name of written) await rm(join(folder, name))
})
