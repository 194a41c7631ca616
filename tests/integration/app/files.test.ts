import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Core } from '../../../electron/api/core.ts'
import { AppError } from '../../../shared/domain/app-error.ts'
import { kindOfFile } from '../../../shared/domain/file-kinds.ts'
import type { FileRef, HeldFile } from '../../../shared/ipc/files.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { madeFiles } from '../../doubles/made-files.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createSandboxClient } from '../support/sandbox-client.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

const canary = 'The heron keeps the silver key under the third willow.'

async function openTenant({ graceMs = 0 } = {}) {
  const [userDataDir, downloads, keychain] = [await tempFolder(), await tempFolder(), createKeychainDouble()]
  const shell = shellDouble((name) => ({ folder: downloads, name, replace: false }))
  const sandbox = await startTenant(5)
  const core = await startCore({ userDataDir, keychain, shell, graceMs: async () => graceMs })
  const { id } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, id)
  await synced(core, id)
  return { core, id, userDataDir, keychain, shell, downloads, sandbox }
}

/** Drops a file on the first household, as a shell would; returns its staged id and its row. */
async function drop(core: Core, connectionId: string, name: string, content: Uint8Array) {
  const { rows: households } = await core.households.list({
    connectionId,
    offset: 0,
    limit: 1,
    sort: { column: 'title', direction: 'asc' },
    filters: [],
    scope: {},
  })
  const owner = { household_id: households[0]?.id ?? '', entity_id: null, individual_id: null }
  const files = [{ name, folder: '', size: content.byteLength }]
  const { rows } = await core.intake.announce({ connectionId, owner, files })
  async function* source() {
    yield content
  }
  expect(await core.takeFile(rows[0]?.ticket ?? '')?.receive(source())).toBe(true)
  const rowId = rows[0]?.row_id ?? ''
  await core.intake.change({ connectionId, row_ids: [rowId], change: { type: 'OTHER' } })
  return rowId
}

/** Uploads a row of the tray and waits until the document has its file. */
async function upload(core: Core, connectionId: string, rowId: string): Promise<FileRef> {
  const leaving = new AbortController()
  const events = core.events.subscribe({}, leaving.signal)
  const { saved, refused } = await core.intake.submit({ connectionId, row_ids: [rowId] })
  expect(refused).toEqual([])
  for await (const event of events) if (event.type === 'files' && event.what === 'held') break
  leaving.abort()
  const { server_id } = await core.outbox.serverIdOf({ connectionId, record_id: saved[0]?.record_id ?? '' })
  return { kind: 'document', id: server_id ?? '' }
}

async function fetched(core: Core, connectionId: string, file: FileRef): Promise<HeldFile | null> {
  let found: HeldFile | null = null
  for await (const progress of core.files.fetch({ connectionId, file, refresh: true }, new AbortController().signal)) {
    found = progress.file
  }
  return found
}

async function contentOf(core: Core, connectionId: string, file: FileRef): Promise<string> {
  const { base64 } = await core.files.read({ connectionId, file, offset: 0, length: 1024 * 1024 })
  return Buffer.from(base64, 'base64').toString('utf8')
}

/** Returns every file below a folder that contains the canary in one of the usual encodings. */
async function whereItCanBeRead(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    if (bytes.includes(canary) || bytes.includes(Buffer.from(canary, 'utf16le'))) found.push(path)
  }
  return found
}

/** Sealed files, without the labels beside them. */
const sealedIn = async (userDataDir: string, id: string, folder: 'files' | 'staged') =>
  (await readdir(join(userDataDir, 'connections', id, folder)).catch(() => [])).filter((name) => !name.endsWith('.key'))

describe('files of a connection', () => {
  it('are under the files to upload again when their upload was undone, also after a restart', async () => {
    const { core, id, userDataDir, keychain } = await openTenant({ graceMs: 60_000 })
    const rowId = await drop(core, id, 'Letter.txt', Buffer.from(canary))
    await core.intake.change({ connectionId: id, row_ids: [rowId], change: { name: 'A letter' } })
    const [row] = (await core.intake.list({ connectionId: id })).rows
    const { saved } = await core.intake.submit({ connectionId: id, row_ids: [rowId] })
    expect((await core.intake.list({ connectionId: id })).rows).toEqual([])
    const save_id = saved[0]?.undo?.save_id ?? ''
    await core.outbox.undo({ connectionId: id, what: { save_id } })
    const [back] = (await core.intake.list({ connectionId: id })).rows
    expect(back).toEqual({ ...row, id: back?.id })
    await core.close()
    const again = await startCore({ userDataDir, keychain })
    const [kept] = (await again.intake.list({ connectionId: id })).rows
    expect(kept).toEqual(back)
    expect(await contentOf(again, id, await upload(again, id, kept?.id ?? ''))).toBe(canary)
    expect((await again.intake.list({ connectionId: id })).rows).toEqual([])
  })

  it('lie nowhere in clear, from the drop to the download, but in a copy that was opened, until that is swept', async () => {
    const { core, id, userDataDir, shell } = await openTenant()
    const rowId = await drop(core, id, 'Letter.txt', Buffer.from(`Dear Ada,\n${canary}\n`))
    expect(await sealedIn(userDataDir, id, 'staged')).toHaveLength(1)
    expect(await whereItCanBeRead(userDataDir)).toEqual([])

    const file = await upload(core, id, rowId)
    expect(await contentOf(core, id, file)).toContain(canary)
    expect(await sealedIn(userDataDir, id, 'files')).toHaveLength(1)
    expect(await whereItCanBeRead(userDataDir)).toEqual([])

    await core.files.remove({ connectionId: id, file })
    expect(await core.files.held({ connectionId: id, file })).toEqual({ file: null })
    expect(await sealedIn(userDataDir, id, 'files')).toEqual([])
    expect(await fetched(core, id, file)).toMatchObject({ preview: 'text', openable: true })
    expect(await contentOf(core, id, file)).toContain(canary)
    expect(await whereItCanBeRead(userDataDir)).toEqual([])

    await core.files.open({ connectionId: id, file })
    const [copy] = shell.openedFiles
    expect(await whereItCanBeRead(userDataDir)).toEqual([copy])
    expect(dirname(dirname(copy ?? ''))).toBe(join(userDataDir, 'opened'))
    const modes = [copy ?? '', dirname(copy ?? ''), join(userDataDir, 'opened')]
    expect(await Promise.all(modes.map(async (path) => (await stat(path)).mode & 0o777))).toEqual([0o600, 0o700, 0o700])
    expect(await core.files.opened({})).toEqual({ count: 1 })

    expect(await core.files.removeOpened({})).toEqual({ left: 0 })
    expect(await core.files.opened({})).toEqual({ count: 0 })
    expect(await whereItCanBeRead(userDataDir)).toEqual([])
  })

  it('that were opened are gone when Steward ended, and after a start when it was killed', async () => {
    const { core, id, userDataDir, keychain, shell } = await openTenant()
    const file = await upload(core, id, await drop(core, id, 'Letter.txt', Buffer.from(canary)))
    await core.files.open({ connectionId: id, file })
    expect(await whereItCanBeRead(userDataDir)).toEqual(shell.openedFiles)
    await core.close()
    expect(await whereItCanBeRead(userDataDir)).toEqual([])

    const left = join(userDataDir, 'opened', '0'.repeat(32))
    await mkdir(left, { recursive: true })
    await writeFile(join(left, 'Letter.txt'), canary)
    const again = await startCore({ userDataDir, keychain, shell })
    expect(await whereItCanBeRead(userDataDir)).toEqual([])
    await again.connections.open({ connectionId: id })
    expect(await contentOf(again, id, file)).toBe(canary)
  })

  it('are only opened when their content is harmless and their name says the same', async () => {
    const { core, id, shell, userDataDir } = await openTenant()
    const program = Buffer.concat([
      Buffer.from('MZ'),
      Buffer.alloc(200),
      Buffer.from('This program cannot be run in DOS mode.'),
    ])
    const file = await upload(core, id, await drop(core, id, 'Statement.pdf', program))
    expect((await core.files.held({ connectionId: id, file })).file).toMatchObject({
      name: 'Statement.pdf',
      openable: false,
    })
    await expect(core.files.open({ connectionId: id, file })).rejects.toMatchObject({ code: 'files/not-openable' })
    expect(shell.openedFiles).toEqual([])
    expect(await readdir(join(userDataDir, 'opened')).catch(() => [])).toEqual([])
  })

  it('reach the service byte for byte, each with what it is', async () => {
    const { core, id, sandbox } = await openTenant()
    const client = createSandboxClient(sandbox)
    for (const { what, name, bytes, mediaType, kind, preview, notOpenable } of madeFiles) {
      const rowId = await drop(core, id, name, bytes)
      // A document of a name that the service has already would be a question.
      await core.intake.change({ connectionId: id, row_ids: [rowId], change: { name: what } })
      const file = await upload(core, id, rowId)
      const answer = await client.api(`/documents/${file.id}/download`)
      // Services may write a media type in small letters.
      const sent = String(answer.headers['content-type']).toLowerCase()
      expect([sent, answer.bytes.equals(bytes)], what).toEqual([mediaType.toLowerCase(), true])
      const held = (await core.files.held({ connectionId: id, file })).file
      expect(held, what).toMatchObject({ media_type: mediaType, preview, not_openable: notOpenable })
      expect(kindOfFile(mediaType, notOpenable), what).toBe(kind)
    }
    await client.close()
  })

  it('are given to a drag as private copies where the shell can, and only what may be opened', async () => {
    const { core, id, shell, userDataDir } = await openTenant()
    const file = await upload(core, id, await drop(core, id, 'Letter.txt', Buffer.from(canary)))
    await expect(core.files.dragOut({ connectionId: id, file })).rejects.toMatchObject({ code: 'files/not-opened' })
    const dragged: string[] = []
    Object.assign(shell, { dragFile: async (path: string) => void dragged.push(path) })
    await core.files.dragOut({ connectionId: id, file })
    expect(await whereItCanBeRead(userDataDir)).toEqual(dragged)
    expect(await core.files.removeOpened({})).toEqual({ left: 0 })
    expect(await whereItCanBeRead(userDataDir)).toEqual([])

    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
    const other = await upload(core, id, await drop(core, id, 'Statement.pdf', program))
    await expect(core.files.dragOut({ connectionId: id, file: other })).rejects.toMatchObject({
      code: 'files/not-openable',
    })
    expect(dragged).toHaveLength(1)
  })

  it('leave no copy when no program could be started for them', async () => {
    const { core, id, shell, userDataDir } = await openTenant()
    const file = await upload(core, id, await drop(core, id, 'Letter.txt', Buffer.from(canary)))
    shell.openFile = async () => {
      throw new AppError('files/not-opened', { message: 'None.', nextStep: 'Save it.' })
    }
    await expect(core.files.open({ connectionId: id, file })).rejects.toMatchObject({ code: 'files/not-opened' })
    expect(await core.files.opened({})).toEqual({ count: 0 })
    expect(await whereItCanBeRead(userDataDir)).toEqual([])
  })

  it('are saved under their name, which is shown, and never in place of another file', async () => {
    const { core, id, downloads, shell } = await openTenant()
    const file = await upload(core, id, await drop(core, id, '../.bash\u202erc.txt', Buffer.from(canary)))
    const first = await core.files.saveAs({ connectionId: id, file })
    await core.files.saveAs({ connectionId: id, file })
    expect((await readdir(downloads)).sort()).toEqual(['-.bashrc (2).txt', '-.bashrc.txt'])
    expect(first.file?.name).toBe('-.bashrc.txt')
    expect(await readFile(join(downloads, first.file?.name ?? ''), 'utf8')).toBe(canary)
    await core.exports.reveal({ handle: first.file?.handle ?? '' })
    expect(shell.revealed).toEqual([join(downloads, first.file?.name ?? '')])
  })

  it('that were downloaded go with a sign-out, opened copies too; what is waiting to be uploaded stays', async () => {
    const { core, id, userDataDir, shell } = await openTenant()
    const file = await upload(core, id, await drop(core, id, 'Letter.txt', Buffer.from(canary)))
    await core.files.open({ connectionId: id, file })
    await drop(core, id, 'Waiting.txt', Buffer.from('waits'))
    await core.connections.signOut({ connectionId: id })
    expect(await sealedIn(userDataDir, id, 'files')).toEqual([])
    expect(await sealedIn(userDataDir, id, 'staged')).toHaveLength(1)
    expect(shell.openedFiles).toHaveLength(1)
    expect(await whereItCanBeRead(userDataDir)).toEqual([])
    await signIn(core, id)
    expect((await core.intake.list({ connectionId: id })).rows).toMatchObject([
      { file_name: 'Waiting.txt', state: 'ready' },
    ])
    expect(await core.files.held({ connectionId: id, file })).toEqual({ file: null })
  })

  it('that no row speaks of are removed when the connection opens', async () => {
    const { core, id, userDataDir, keychain } = await openTenant()
    const file = await upload(core, id, await drop(core, id, 'Letter.txt', Buffer.from(canary)))
    await drop(core, id, 'Waiting.txt', Buffer.from('waits'))
    await core.close()
    const before = await Promise.all([sealedIn(userDataDir, id, 'files'), sealedIn(userDataDir, id, 'staged')])
    for (const folder of ['files', 'staged']) {
      const path = join(userDataDir, 'connections', id, folder)
      await Promise.all(['a', 'b'].map((letter) => writeFile(join(path, letter.repeat(32)), 'orphan')))
      await writeFile(join(path, `${'c'.repeat(32)}.part`), 'orphan')
    }
    const again = await startCore({ userDataDir, keychain })
    await again.connections.open({ connectionId: id })
    expect(await Promise.all([sealedIn(userDataDir, id, 'files'), sealedIn(userDataDir, id, 'staged')])).toEqual(before)
    expect(await contentOf(again, id, file)).toBe(canary)
  })

  it('that were damaged are said to be, never shown, and downloaded again', async () => {
    const { core, id, userDataDir } = await openTenant()
    // Reading its text would find the damage first.
    await core.texts.setPaused({ connectionId: id, paused: true })
    const file = await upload(core, id, await drop(core, id, 'Letter.txt', Buffer.from(canary)))
    const [name] = await sealedIn(userDataDir, id, 'files')
    const path = join(userDataDir, 'connections', id, 'files', name ?? '')
    const sealed = await readFile(path)
    sealed[3] = (sealed[3] ?? 0) ^ 1
    await writeFile(path, sealed)
    await expect(contentOf(core, id, file)).rejects.toMatchObject({ code: 'files/damaged' })
    expect(await core.files.held({ connectionId: id, file })).toEqual({ file: null })
    await fetched(core, id, file)
    expect(await contentOf(core, id, file)).toBe(canary)
  })

  it('of a connection without a keychain lie there for this run alone', async () => {
    const { core, id, userDataDir, keychain } = await openTenant()
    await core.close()
    const inMemory = { ...keychain, keychain: { ...keychain.keychain, kind: 'session' as const } }
    const left = join(userDataDir, 'connections', id, 'files-of-this-run', 'files')
    await mkdir(left, { recursive: true })
    await writeFile(join(left, 'a'.repeat(32)), 'of a run that was killed')
    const again = await startCore({ userDataDir, keychain: inMemory })
    await signIn(again, id)
    await synced(again, id)
    const file = await upload(again, id, await drop(again, id, 'Letter.txt', Buffer.from(canary)))
    expect(await contentOf(again, id, file)).toBe(canary)
    expect(await readdir(left)).toHaveLength(1)
    expect(await whereItCanBeRead(userDataDir)).toEqual([])
    expect(await sealedIn(userDataDir, id, 'files')).toEqual([])
    await again.close()
    expect(await readdir(join(userDataDir, 'connections', id))).not.toContain('files-of-this-run')
  })

  it('keep a small picture for as long as their content is the one that it was made of', async () => {
    const { core, id } = await openTenant()
    const file = await upload(core, id, await drop(core, id, 'Letter.txt', Buffer.from(canary)))
    const { sha256 } = (await core.files.held({ connectionId: id, file })).file ?? { sha256: '' }
    const png = Buffer.from('\x89PNG\r\n\x1a\nsmall', 'latin1').toString('base64')
    const asked = { connectionId: id, ids: [file.id] }
    await core.files.keepThumbnail({ connectionId: id, id: file.id, sha256: '0'.repeat(64), png })
    expect(await core.files.thumbnails(asked)).toEqual({ thumbnails: [] })
    await core.files.keepThumbnail({ connectionId: id, id: file.id, sha256, png })
    expect(await core.files.thumbnails(asked)).toEqual({ thumbnails: [{ id: file.id, png }] })
    const script = Buffer.from('<svg onload=alert(1)>').toString('base64')
    const keeping = core.files.keepThumbnail({ connectionId: id, id: file.id, sha256, png: script })
    await expect(keeping).rejects.toMatchObject({ code: 'ipc/bad-request' })
    await core.files.remove({ connectionId: id, file })
    expect(await core.files.thumbnails(asked)).toEqual({ thumbnails: [] })
  })
})
