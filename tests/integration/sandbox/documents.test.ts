import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'

type Row = { id: string } & Record<string, unknown>
type Part = string | { name: string; type: string; content: Buffer }

let sandbox: TestSandbox
let entity: Row
let stranger: Row
beforeAll(async () => {
  sandbox = await startTestSandbox({ maxUploadBytes: 300_000 })
  const entities = await list('/entities?limit=1000')
  entity = entities[0] as Row
  stranger = entities.find((one) => one.household_id !== entity.household_id) as Row
})
afterAll(() => sandbox.close())

const api = (...args: Parameters<TestSandbox['client']['api']>) => sandbox.client.api(...args)
const list = async (path: string) => ((await api(path)).body as { data: Row[] }).data
const FILE = { name: 'will "final" émigré.pdf', type: 'application/pdf', content: randomBytes(200_000) }

async function upload(parts: readonly (readonly [string, Part])[]) {
  const boundary = 'sandbox-test-boundary'
  const pieces = parts.flatMap(([name, part]) => {
    const isText = typeof part === 'string'
    const fileName = isText ? '' : `; filename="${part.name.replaceAll('"', '%22')}"\r\ncontent-type: ${part.type}`
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName}\r\n\r\n`
    return [Buffer.from(head), isText ? Buffer.from(part) : part.content, Buffer.from('\r\n')]
  })
  return api('/documents', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  })
}

const form = (change: Record<string, Part | undefined> = {}) => {
  const parts = { household_id: String(entity.household_id), name: 'Will', type: 'WILL', file: FILE, ...change }
  return Object.entries(parts).flatMap(([name, part]) => (part === undefined ? [] : [[name, part] as const]))
}

describe('uploading', () => {
  test('keeps the bytes, the type and the name, wherever the file lies among the parts', async () => {
    for (const parts of [form({ entity_id: entity.id }), form({ entity_id: entity.id }).reverse()]) {
      const made = await upload(parts)
      expect(made.status).toBe(201)
      const document = made.body as Row
      expect(document).toMatchObject({
        household_id: entity.household_id,
        entity_id: entity.id,
        name: 'Will',
        type: 'WILL',
      })
      expect((await api(`/documents/${document.id}`)).body).toEqual(document)
      const download = await api(`/documents/${document.id}/download`)
      expect(download.bytes.equals(FILE.content)).toBe(true)
      expect(download.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': '200000',
        'accept-ranges': 'bytes',
        etag: `"${createHash('sha256').update(FILE.content).digest('hex')}"`,
      })
      expect(download.headers['content-disposition']).toContain("filename*=UTF-8''will%20")
    }
  })

  test('takes an empty file', async () => {
    const made = (await upload(form({ file: { name: 'e.txt', type: 'text/plain', content: Buffer.alloc(0) } })))
      .body as Row
    expect((await api(`/documents/${made.id}/download`)).headers['content-length']).toBe('0')
  })

  test.each<[string, Record<string, Part | undefined>, number, string]>([
    ['no file', { file: undefined }, 422, 'file'],
    ['a file that is text', { file: 'content' }, 422, 'file'],
    ['no household', { household_id: undefined }, 422, 'household_id'],
    ['an unknown household', { household_id: 'household_none' }, 422, 'household_id'],
    ['no name', { name: undefined }, 422, 'name'],
    ['an empty name', { name: '' }, 422, 'name'],
    ['another type', { type: 'LETTER' }, 422, 'type'],
    ['an unknown entity', { entity_id: 'entity_none' }, 422, 'entity_id'],
    ['an unknown individual', { individual_id: 'client_profile_none' }, 422, 'individual_id'],
    ['an unknown part', { colour: 'red' }, 422, 'colour'],
    ['a second file', { other: FILE }, 422, 'other'],
  ])('is refused for %s, and nothing is kept', async (_name, change, status, field) => {
    const before = (await api('/documents?limit=1')).body
    const answer = await upload(form(change))
    expect([answer.status, answer.body]).toMatchObject([status, { error: { fields: [{ field }] } }])
    expect((await api('/documents?limit=1')).body).toEqual(before)
  })

  test('is refused for an entity of another household, too large a file, and JSON', async () => {
    expect((await upload(form({ entity_id: stranger.id }))).status).toBe(422)
    const large = { name: 'large', type: 'text/plain', content: Buffer.alloc(300_001) }
    expect((await upload(form({ file: large }))).status).toBe(413)
    expect((await api('/documents', { method: 'POST', json: { name: 'x' } })).status).toBe(415)
  })
})

describe('an upload that breaks off', () => {
  test('leaves neither a document nor a file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'upload-'))
    const data = join(directory, 'firm.sqlite')
    const other = await startTestSandbox({ households: 1, data })
    const token = ((await other.client.token({ grant_type: 'client_credentials' })).body as Row).access_token
    const before = (await other.client.api('/documents?limit=1')).body
    const { hostname, port } = new URL(other.baseUrl)
    const socket = connect({ host: hostname, port: Number(port), ca: other.caPem })
    await once(socket, 'secureConnect')
    socket.write(
      [
        'POST /api/public/v1/documents HTTP/1.1',
        `host: ${hostname}:${port}`,
        `authorization: Bearer ${token}`,
        'content-type: multipart/form-data; boundary=x',
        'content-length: 1000000',
        '',
        '--x',
        'content-disposition: form-data; name="file"; filename="half.bin"',
        '',
        'x'.repeat(100_000),
      ].join('\r\n'),
    )
    await expect.poll(() => readdirSync(`${data}.files`).length).toBe(1)
    socket.destroy()
    await expect.poll(() => readdirSync(`${data}.files`)).toEqual([])
    expect((await other.client.api('/documents?limit=1')).body).toEqual(before)
    await other.close()
    rmSync(directory, { recursive: true })
  })
})

describe('downloading', () => {
  test('seeded documents are small files of their kind, the same every time', async () => {
    const uploaded = await list(`/documents?household_id=${entity.household_id}`)
    const isSeeded = (document: Row) => !uploaded.some((one) => one.id === document.id)
    const documents = (await list('/documents?limit=1000')).filter(isSeeded)
    const signatures: Record<string, RegExp> = {
      'application/pdf': /^%PDF-1\.4/,
      'image/png': /^.PNG/,
      'text/csv': /^(?:Date|Entity),/,
      'text/plain; charset=utf-8': /^[A-Z]/,
    }
    const types = new Set<string>()
    for (const document of documents) {
      const download = await api(`/documents/${document.id}/download`)
      const type = String(download.headers['content-type'])
      expect(download.bytes.toString('latin1', 0, 20)).toMatch(signatures[type] ?? /^never$/)
      types.add(type)
    }
    expect([...types].sort()).toEqual(Object.keys(signatures).sort())
    const again = await api(`/documents/${documents[0]?.id}/download`)
    expect((await api(`/documents/${documents[0]?.id}/download`)).bytes.equals(again.bytes)).toBe(true)
  })

  test('gives ranges and knows what the client has already', async () => {
    const [document] = await list('/documents?limit=1')
    const path = `/documents/${document?.id}/download`
    const whole = await api(path)
    const part = await api(path, { headers: { range: 'bytes=5-9' } })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 5-9/${whole.bytes.length}`])
    expect(part.bytes.equals(whole.bytes.subarray(5, 10))).toBe(true)
    expect((await api(path, { headers: { range: 'bytes=999999-' } })).status).toBe(416)
    const etag = String(whole.headers.etag)
    expect((await api(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const stale = await api(path, { headers: { range: 'bytes=5-9', 'if-range': '"other"' } })
    expect([stale.status, stale.bytes.length]).toEqual([200, whole.bytes.length])
  })

  test('404 for a document that does not exist', async () => {
    expect((await api('/documents/document_none/download')).status).toBe(404)
  })
})

describe('metadata', () => {
  test('is updated as described, and the file stays the same', async () => {
    const made = (await upload(form())).body as Row
    const change = { enable_ai_suggestions: true, entity_id: entity.id, name: 'New', type: 'DEED' }
    const changed = await api(`/documents/${made.id}`, { method: 'PUT', json: change })
    expect(changed.body).toEqual({ ...made, ...change, updated_at: expect.any(String) })
    expect((await api(`/documents/${made.id}/download`)).bytes.equals(FILE.content)).toBe(true)
    for (const wrong of [
      { type: 'X' },
      { name: null },
      { household_id: 'x' },
      { entity_id: stranger.id },
      { enable_ai_suggestions: 1 },
    ]) {
      expect((await api(`/documents/${made.id}`, { method: 'PUT', json: wrong })).status).toBe(422)
    }
  })

  test('a deleted document is gone with its file and its summaries', async () => {
    const [summary] = await list('/document-summaries?limit=1')
    const id = String(summary?.document_id)
    expect((await api(`/documents/${id}`, { method: 'DELETE' })).status).toBe(204)
    for (const path of [
      `/documents/${id}`,
      `/documents/${id}/download`,
      `/documents/${id}/document-summaries`,
      `/document-summaries/${summary?.id}`,
    ]) {
      expect((await api(path)).status).toBe(404)
    }
    expect((await list('/documents?limit=1000')).some((document) => document.id === id)).toBe(false)
    expect((await api(`/documents/${id}`, { method: 'PUT', json: {} })).status).toBe(404)
  })
})
