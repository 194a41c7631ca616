import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ConnectionFiles } from '../../../electron/documents/connection-files.ts'
import { openConnectionFiles } from '../../../electron/documents/connection-files.ts'
import { judgeVersion } from '../../../electron/documents/kind/judge-file.ts'
import { makeTiff } from '../../doubles/made-files.ts'
import { makeOffice } from '../../doubles/make-zip.ts'
import { fillStores } from '../data/support/filled-stores.ts'
import { lookInto, makeFolder, openStore, removeFolder } from '../data/support/open-store.ts'

let folder: string
beforeEach(async () => {
  folder = makeFolder()
  await fillStores(folder)
})
afterEach(() => removeFolder(folder))

const template = makeOffice(
  'docx',
  [],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
)
const scan = makeTiff({ bytes: 100_000 })

/** Opens the files of a connection, does something, and closes its stores. */
async function withFiles<Result>(work: (files: ConnectionFiles) => Promise<Result>): Promise<Result> {
  const rows = await openStore(folder)
  const folders = { held: join(folder, 'files'), staged: join(folder, 'staged') }
  try {
    return await work(await openConnectionFiles({ rows, folders, ofThisRun: null, onChanged: () => {} }))
  } finally {
    await rows.close()
  }
}

async function* one(bytes: Uint8Array) {
  yield bytes
}

const { signal } = new AbortController()
const document = { kind: 'document', id: 'document_2' } as const

it('files of a store of before are judged again when they are looked at, once', async () => {
  const stagedId = await withFiles(async ({ held, staged }) => {
    const facts = { name: 'scan.tif', etag: null, recordUpdatedAt: null }
    await held.put(document, await held.store.write(one(scan), { signal }), facts)
    return (await staged.add(await staged.store.write(one(template), { signal }), 'Letter.docx')).id
  })
  // As the version before stored them.
  const setBack = (table: string, type: string) => (db: Parameters<Parameters<typeof lookInto>[2]>[0]) =>
    db.prepare(`UPDATE ${table} SET media_type = ?, judge_version = 0`).run(type)
  lookInto(folder, 'mirror', setBack('held_file', 'application/octet-stream'))
  lookInto(folder, 'ledger', setBack('staged_file', 'application/zip'))

  const found = await withFiles(async ({ held, staged }) => ({
    held: await held.getMany('document', [document.id, 'document_1']),
    staged: await staged.get(stagedId),
  }))
  expect(found.staged).toMatchObject({
    media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
  })
  // The other file is not on the disk: it stays as it was.
  expect(found.held.toSorted((one, other) => one.id.localeCompare(other.id))).toMatchObject([
    { id: 'document_1', media_type: 'application/octet-stream', not_openable: 'kind' },
    { id: 'document_2', media_type: 'image/tiff', not_openable: 'kind' },
  ])
  const stored = (db: Parameters<Parameters<typeof lookInto>[2]>[0]) =>
    db.prepare('SELECT id, media_type, judge_version FROM held_file ORDER BY id').all()
  expect(lookInto(folder, 'mirror', stored)).toEqual([
    { id: 'document_1', media_type: 'application/octet-stream', judge_version: 0 },
    { id: 'document_2', media_type: 'image/tiff', judge_version: judgeVersion },
  ])
})
