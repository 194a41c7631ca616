import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'
import { uploadFile } from './support/upload-file.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const canary = 'heron under the third willow'
const text = `Nothing here.\n\nThe ${canary} has the number 123-45-6789.\n`

async function openTenant() {
  const [userDataDir, keychain] = [await tempFolder(), createKeychainDouble()]
  const policyFile = join(await tempFolder(), 'policy.json')
  await writeFile(policyFile, '{}')
  const sandbox = await startTenant(5)
  const core = await startCore({ userDataDir, keychain, policyFile })
  const { id: connectionId } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, connectionId)
  await synced(core, connectionId)
  const { rows } = await core.documents.list({
    ...{ connectionId, offset: 0, limit: 2, sort: { column: 'title', direction: 'asc' } },
  })
  const [document, other] = rows
  if (!document || !other) throw new Error('The firm has no documents.')
  return { core, connectionId, userDataDir, policyFile, sandbox, document, other }
}

type Opened = Pick<Awaited<ReturnType<typeof openTenant>>, 'core' | 'connectionId'>

const upload = (core: Core, connectionId: string, household_id: string) =>
  uploadFile(core, { connectionId, household_id, name: 'letter.txt', bytes: Buffer.from(text) })

const search = async ({ core, connectionId }: Opened, query: string, filters = {}) =>
  core.texts.search({ connectionId, text: query, filters, offset: 0, limit: 50 })

const foundIn = async (opened: Opened, query: string) =>
  (await search(opened, query)).hits.map(({ document_id }) => document_id)

describe('search in documents', () => {
  it('finds the sentence of an uploaded file, shows its page, and nothing of it can be read on the disk', async () => {
    const opened = await openTenant()
    const { core, connectionId, userDataDir, document } = opened
    const id = await upload(core, connectionId, document.household_id)
    await expect.poll(() => foundIn(opened, `"${canary}"`)).toEqual([id])
    const { hits } = await search(opened, '123-45-6789')
    expect(hits[0]).toMatchObject({ page: 1, is_here: true, household: { id: document.household_id } })
    expect(hits[0]?.excerpt).toMatch(/the number •••-••-6789/)
    const page = await core.texts.page({ connectionId, document_id: id, page: 1, text: canary })
    expect(page.text).toContain('123-45-6789')
    for (const entry of await readdir(userDataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      for (const word of [canary, 'willow', '123-45-6789'])
        expect([entry.name, bytes.includes(word), bytes.includes(Buffer.from(word, 'utf16le'))]).toEqual([
          ...[entry.name, false, false],
        ])
    }
    await core.files.remove({ connectionId, file: { kind: 'document', id } })
    expect(await foundIn(opened, canary)).toEqual([])
  })

  it('reads the files of the service after the question about their number', async () => {
    const opened = await openTenant()
    const { core, connectionId } = opened
    const { files } = await core.texts.previewScope({ connectionId, scope: 'all', space_mb: 500 })
    const scope = { connectionId, scope: 'all', space_mb: 500, keeps_text: false } as const
    await expect(core.texts.setScope({ ...scope, confirmed: null })).rejects.toMatchObject({
      code: 'texts/not-confirmed',
    })
    await core.texts.setScope({ ...scope, confirmed: { files, bytes: null } })
    await expect
      .poll(() => core.texts.coverage({ connectionId }))
      .toMatchObject({ not_here: 0, waiting: 0, is_working: false, scope: 'all', space_mb: 500 })
    const { documents, searchable, scans, no_text_kind, unreadable } = await core.texts.coverage({ connectionId })
    expect(searchable).toBeGreaterThan(0)
    expect({ unreadable, sum: searchable + scans + no_text_kind + unreadable }).toEqual({
      unreadable: 0,
      sum: documents,
    })
    for (const kind of ['scans', 'no_text_kind'] as const) {
      const { total } = await core.texts.problems({ connectionId, kind, offset: 0, limit: 10 })
      expect(total).toBe({ scans, no_text_kind }[kind])
    }
  })

  it('does not answer and does not read while Steward is locked', async () => {
    const opened = await openTenant()
    const { core, connectionId, document } = opened
    await core.texts.setPaused({ connectionId, paused: true })
    const id = await upload(core, connectionId, document.household_id)
    // The file is taken over a moment after the document is known.
    await expect.poll(() => core.texts.coverage({ connectionId })).toMatchObject({ waiting: 1, searchable: 0 })
    await core.lock.lock({})
    expect(() => core.gate('texts.search')).toThrow(/locked/)
    await core.texts.setPaused({ connectionId, paused: false })
    expect(await core.texts.coverage({ connectionId })).toMatchObject({ waiting: 1, searchable: 0 })
    await core.lock.unlock({ passphrase: null })
    await expect.poll(() => foundIn(opened, canary)).toEqual([id])
  })

  it('is refused by the firm’s policy, which deletes the text that was read', async () => {
    const opened = await openTenant()
    const { core, connectionId, document, policyFile } = opened
    const id = await upload(core, connectionId, document.household_id)
    await expect.poll(() => foundIn(opened, canary)).toEqual([id])
    await writeFile(policyFile, JSON.stringify({ no_document_text: true }))
    await expect.poll(() => foundIn(opened, canary)).toEqual([])
    expect(() => core.gate('texts.search')).toThrow(/Your firm does not allow the text of documents/)
    await writeFile(policyFile, JSON.stringify({ no_text_without_file: true }))
    await expect.poll(() => foundIn(opened, canary)).toEqual([id])
    expect(await core.texts.coverage({ connectionId })).toMatchObject({ may_keep_text: false })
  })

  it('answers while presenting for the presented household alone, without passages', async () => {
    const opened = await openTenant()
    const { core, connectionId, document } = opened
    const { rows: households } = await core.households.list({
      ...{ connectionId, offset: 0, limit: 50, sort: { column: 'title', direction: 'asc' } },
    })
    const other = households.find(({ id }) => id !== document.household_id)?.id ?? ''
    const own = await upload(core, connectionId, document.household_id)
    const foreign = await upload(core, connectionId, other)
    await expect.poll(async () => (await foundIn(opened, canary)).toSorted()).toEqual([own, foreign].toSorted())
    await core.presenting.start({ connectionId, record: { resource: 'households', id: document.household_id } })
    const { hits, total_documents, corrected } = await search(opened, 'herron', { household_id: other })
    expect(
      hits.map(({ document_id, excerpt, excerpt_matches }) => ({ document_id, excerpt, excerpt_matches })),
    ).toEqual([{ document_id: own, excerpt: '••••', excerpt_matches: [] }])
    expect({ total_documents, corrected }).toEqual({ total_documents: 1, corrected: null })
    expect(() => core.gate('texts.page')).toThrow(/While presenting/)
  })
  it('goes with a sign-out in the middle of the downloads, and is the same in both windows', async () => {
    const opened = await openTenant()
    const { core, connectionId, sandbox, userDataDir } = opened
    sandbox.control.setLatency(200, '/download')
    const scope = { connectionId, scope: 'all', space_mb: 500 } as const
    const confirmed = await core.texts.previewScope(scope)
    const leaving = new AbortController()
    const windows = [core.events.subscribe({}, leaving.signal), core.events.subscribe({}, leaving.signal)]
    const heard = windows.map(async (events) => {
      for await (const event of events) if (event.type === 'texts') return event.connectionId
      return null
    })
    await core.texts.setScope({ ...scope, keeps_text: true, confirmed })
    expect(await Promise.all(heard)).toEqual([connectionId, connectionId])
    leaving.abort()
    await expect.poll(() => core.texts.coverage({ connectionId })).toMatchObject({ is_working: true })
    await expect.poll(async () => (await core.texts.coverage({ connectionId })).searchable).toBeGreaterThan(0)
    await core.connections.signOut({ connectionId })
    const left = await readdir(join(userDataDir, 'connections', connectionId))
    expect(left.filter((name) => /^(?:mirror|files)/.test(name))).toEqual([])
    await expect(core.texts.coverage({ connectionId })).rejects.toMatchObject({ code: 'cache/not-open' })
    sandbox.control.resetStats()
    await new Promise((resolve) => setImmediate(resolve))
    expect(sandbox.control.stats().requests['GET /documents/{id}/download']).toBeUndefined()
  })
})
