import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ByteRange, FileStore, NewSealedFile } from '../../../electron/documents/file-store.ts'
import { createFileStore } from '../../../electron/documents/file-store.ts'
import { chunkBytes, sealedChunkBytes } from '../../../electron/documents/sealed-chunk.ts'
import { AppError } from '../../../shared/domain/app-error.ts'

let folder: string
let store: FileStore

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'steward-sealed-')), 'files')
  store = createFileStore(folder)
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

const never = new AbortController().signal

async function* pieces(content: Uint8Array, length = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += length) yield content.subarray(at, at + length)
}

const seal = (content: Uint8Array, length?: number) => store.write(pieces(content, length), { signal: never })

async function readAll(file: NewSealedFile, range?: ByteRange, from = store): Promise<Buffer> {
  const found: Uint8Array[] = []
  for await (const piece of from.read(file, range)) found.push(piece)
  return Buffer.concat(found)
}

/** Returns the bytes that a reader got before the error, and the error code. */
async function readDamaged(file: NewSealedFile): Promise<{ got: Buffer; code: string }> {
  const found: Uint8Array[] = []
  try {
    for await (const piece of store.read(file)) found.push(piece)
  } catch (problem) {
    return { got: Buffer.concat(found), code: problem instanceof AppError ? problem.code : String(problem) }
  }
  return { got: Buffer.concat(found), code: 'none' }
}

describe('a sealed file', () => {
  test.each([0, 1, 15, 16, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 2 * chunkBytes + 12_345])(
    'of %i bytes is read as it was written, whatever pieces it came in',
    async (size) => {
      const content = randomBytes(size)
      for (const length of [1_000_003, 65_536, 3 * chunkBytes]) {
        const file = await seal(content, length)
        expect(file).toMatchObject({ size, sha256: createHash('sha256').update(content).digest('hex') })
        expect(Buffer.compare(file.head, content.subarray(0, 65_536))).toBe(0)
        expect(Buffer.compare(await readAll(file), content)).toBe(0)
      }
    },
  )

  test('is read in any part', async () => {
    const content = randomBytes(3 * chunkBytes + 99)
    const file = await seal(content)
    const edges = [0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 3 * chunkBytes, content.byteLength]
    for (const offset of edges) {
      for (const length of [1, 2, chunkBytes, chunkBytes + 1, content.byteLength]) {
        const expected = content.subarray(offset, offset + length)
        expect(Buffer.compare(await readAll(file, { offset, length }), expected)).toBe(0)
      }
    }
  })

  test('lies there for this user alone, and only once it is whole', async () => {
    const writer = await store.begin()
    await writer.append(randomBytes(2 * chunkBytes))
    const names = await readdir(folder)
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.part$/)])
    const file = await writer.finish()
    expect(await readdir(folder)).toEqual([file.storedName])
    const modes = [(await stat(folder)).mode & 0o777, (await stat(join(folder, file.storedName))).mode & 0o777]
    expect(modes).toEqual([0o700, 0o600])
  })

  test('never shows a byte of its content, nor twice the same bytes for the same content', async () => {
    const content = Buffer.alloc(chunkBytes + 500, 'Canary sentence of a client. ')
    const [first, second] = [await seal(content), await seal(content)]
    const [one, other] = await Promise.all([first, second].map((file) => readFile(join(folder, file.storedName))))
    expect(one?.includes('Canary')).toBe(false)
    expect(Buffer.compare(one?.subarray(0, 64) ?? Buffer.of(), other?.subarray(0, 64) ?? Buffer.of())).not.toBe(0)
    expect(Buffer.compare(first.key, second.key)).not.toBe(0)
  })

  test('of which any one byte was changed is damaged, and gives no wrong byte', async () => {
    const content = randomBytes(300)
    const file = await seal(content)
    const path = join(folder, file.storedName)
    const whole = await readFile(path)
    for (let at = 0; at < whole.byteLength; at += 1) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      await writeFile(path, changed)
      expect({ at, ...(await readDamaged(file)) }).toEqual({ at, got: Buffer.of(), code: 'files/damaged' })
    }
    await writeFile(path, whole)
    expect(Buffer.compare(await readAll(file), content)).toBe(0)
  })

  test('that was cut short, at a border of its parts or anywhere, or made longer, is damaged', async () => {
    const content = randomBytes(2 * chunkBytes + 100)
    const file = await seal(content)
    const path = join(folder, file.storedName)
    const whole = await readFile(path)
    const borders = [0, 1, sealedChunkBytes - 1, sealedChunkBytes, 2 * sealedChunkBytes, whole.byteLength - 1]
    for (const length of borders) {
      await truncate(path, length)
      expect(await readDamaged(file)).toEqual({ got: Buffer.of(), code: 'files/damaged' })
      await writeFile(path, whole)
    }
    await writeFile(path, Buffer.concat([whole, Buffer.of(0)]))
    expect(await readDamaged(file)).toEqual({ got: Buffer.of(), code: 'files/damaged' })
  })

  test('does not read as a shorter one, even when the row was told the shorter length', async () => {
    const file = await seal(randomBytes(2 * chunkBytes))
    await truncate(join(folder, file.storedName), sealedChunkBytes)
    expect((await readDamaged({ ...file, size: chunkBytes })).code).toBe('files/damaged')
  })

  test('whose parts were put in another order, doubled or taken from another file is damaged', async () => {
    const content = randomBytes(3 * chunkBytes)
    const file = await seal(content)
    const path = join(folder, file.storedName)
    const whole = await readFile(path)
    const part = (number: number) => whole.subarray(1 + number * sealedChunkBytes, 1 + (number + 1) * sealedChunkBytes)
    const foreign = await readFile(join(folder, (await seal(content)).storedName))
    const spliced = [
      { parts: [part(1), part(0), part(2)], good: 0 },
      { parts: [part(0), part(2), part(1)], good: 1 },
      { parts: [part(0), part(0), part(2)], good: 1 },
      { parts: [part(0), part(1), part(1)], good: 2 },
      { parts: [part(0), foreign.subarray(1 + sealedChunkBytes, 1 + 2 * sealedChunkBytes), part(2)], good: 1 },
    ]
    for (const { parts, good } of spliced) {
      await writeFile(path, Buffer.concat([whole.subarray(0, 1), ...parts]))
      const { got, code } = await readDamaged(file)
      expect(code).toBe('files/damaged')
      expect(Buffer.compare(got, content.subarray(0, good * chunkBytes))).toBe(0)
    }
  })

  /** Seals as the first version of Steward did: without a byte for the format. */
  async function sealAsBefore(content: Buffer): Promise<NewSealedFile> {
    const file = await seal(content)
    const sealed: Buffer[] = []
    const count = Math.max(1, Math.ceil(content.byteLength / chunkBytes))
    for (let number = 0; number < count; number += 1) {
      const nonce = Buffer.alloc(12)
      nonce.writeUIntBE(number, 0, 6)
      nonce.writeUInt8(number === count - 1 ? 1 : 0, 11)
      const cipher = createCipheriv('aes-256-gcm', file.key, nonce)
      const chunk = cipher.update(content.subarray(number * chunkBytes, (number + 1) * chunkBytes))
      cipher.final()
      sealed.push(chunk, cipher.getAuthTag())
    }
    await writeFile(join(folder, file.storedName), Buffer.concat(sealed))
    return file
  }

  test.each([0, 1, 300, chunkBytes, 2 * chunkBytes + 12_345])(
    'of %i bytes that an earlier version sealed still opens, whole and in any part',
    async (size) => {
      const content = randomBytes(size)
      const file = await sealAsBefore(content)
      expect(Buffer.compare(await readAll(file), content)).toBe(0)
      const range = { offset: Math.floor(size / 2), length: 1_000 }
      expect(Buffer.compare(await readAll(file, range), content.subarray(range.offset, range.offset + 1_000))).toBe(0)
    },
  )

  test('begins with its format, and does not open as one of another format', async () => {
    const content = randomBytes(300)
    const file = await seal(content)
    const path = join(folder, file.storedName)
    const whole = await readFile(path)
    expect([whole[0], whole.byteLength]).toEqual([1, 1 + 300 + 16])
    for (const format of [0, 2, 255]) {
      await writeFile(path, Buffer.concat([Buffer.of(format), whole.subarray(1)]))
      expect(await readDamaged(file)).toEqual({ got: Buffer.of(), code: 'files/damaged' })
    }
    await writeFile(path, whole.subarray(1))
    expect(await readDamaged(file)).toEqual({ got: Buffer.of(), code: 'files/damaged' })
    const before = await sealAsBefore(content)
    const sealed = await readFile(join(folder, before.storedName))
    await writeFile(join(folder, before.storedName), Buffer.concat([Buffer.of(1), sealed]))
    expect(await readDamaged(before)).toEqual({ got: Buffer.of(), code: 'files/damaged' })
  })

  test('is damaged to whoever has another key', async () => {
    const file = await seal(randomBytes(100))
    expect(await readDamaged({ ...file, key: randomBytes(32) })).toEqual({ got: Buffer.of(), code: 'files/damaged' })
  })

  test('that is gone, or a link or a folder in its place, is damaged', async () => {
    const file = await seal(randomBytes(100))
    const path = join(folder, file.storedName)
    await rm(path)
    expect((await readDamaged(file)).code).toBe('files/damaged')
  })
})

describe('a label beside a sealed file', () => {
  const labelling = (key: Uint8Array | null) => createFileStore(folder, { labelKey: key })
  const key = randomBytes(32)

  test('is read under its key alone, tells nothing, and goes with its file', async () => {
    const file = await seal(randomBytes(10))
    await labelling(key).label(file.storedName, 'Canary of a client')
    await labelling(key).label(file.storedName, 'Canary of another client')
    expect(await labelling(key).labels()).toEqual(new Map([[file.storedName, 'Canary of another client']]))
    expect(await labelling(randomBytes(32)).labels()).toEqual(new Map())
    expect(await labelling(null).labels()).toEqual(new Map())
    const path = join(folder, `${file.storedName}.key`)
    const label = await readFile(path, 'utf8')
    expect(Buffer.from(label, 'base64').includes('Canary')).toBe(false)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await store.sweep(new Set([file.storedName]))
    expect(await labelling(key).labelled()).toEqual(new Set([file.storedName]))
    await store.remove(file.storedName)
    expect(await readdir(folder)).toEqual([])
  })

  test('is none for another file, without its file, or when it was changed', async () => {
    const [file, other] = [await seal(randomBytes(10)), await seal(randomBytes(10))]
    await labelling(key).label(file.storedName, 'text')
    const path = join(folder, `${file.storedName}.key`)
    const label = await readFile(path, 'utf8')
    await writeFile(join(folder, `${other.storedName}.key`), label)
    await writeFile(join(folder, `${'0'.repeat(32)}.key`), label)
    expect([...(await labelling(key).labels()).keys()]).toEqual([file.storedName])
    for (const changed of ['', label.slice(4), `A${label.slice(1)}x`, 'x'.repeat(100_000)]) {
      await writeFile(path, changed)
      expect([changed.slice(0, 8), await labelling(key).labels()]).toEqual([changed.slice(0, 8), new Map()])
    }
    await store.sweep(new Set())
    expect(await readdir(folder)).toEqual([])
  })

  test('is not written through a link', async () => {
    const file = await seal(randomBytes(10))
    const victim = join(folder, '..', 'victim')
    await writeFile(victim, 'untouched')
    await symlink(victim, join(folder, `${file.storedName}.key`))
    await labelling(key).label(file.storedName, 'text')
    expect(await readFile(victim, 'utf8')).toBe('untouched')
    expect(await labelling(key).labels()).toEqual(new Map([[file.storedName, 'text']]))
  })
})

describe('writing a sealed file', () => {
  test('leaves nothing when its source fails, and passes its failure on', async () => {
    async function* failing() {
      yield randomBytes(3 * chunkBytes)
      throw new RangeError('cut')
    }
    await expect(store.write(failing(), { signal: never })).rejects.toThrow(new RangeError('cut'))
    expect(await readdir(folder)).toEqual([])
  })

  test('ends at once when it is cancelled, even while its source has nothing to give', async () => {
    const cancel = new AbortController()
    async function* hanging() {
      yield randomBytes(10)
      cancel.abort()
      await new Promise(() => {})
    }
    await expect(store.write(hanging(), { signal: cancel.signal })).rejects.toMatchObject({ code: 'files/cancelled' })
    expect(await readdir(folder)).toEqual([])
  })

  test('tells the first bytes before the last ones came', async () => {
    const order: string[] = []
    const content = randomBytes(200_000)
    async function* source() {
      yield* pieces(content, 50_000)
      order.push('end')
    }
    await store.write(source(), {
      signal: never,
      onHead: (head) => order.push(`${head.byteLength} ${Buffer.compare(head, content.subarray(0, 65_536))}`),
    })
    expect(order).toEqual(['65536 0', 'end'])
  })

  test('takes pieces whose memory is used again at once', async () => {
    const writer = await store.begin()
    const piece = Buffer.alloc(100_000)
    for (let number = 0; number < 30; number += 1) await writer.append(piece.fill(number))
    const read = await readAll(await writer.finish())
    expect([...new Set(read)]).toEqual(Array.from({ length: 30 }, (_, number) => number))
  })

  test('that is given up leaves nothing, and a sweep spares what is under way', async () => {
    const [kept, dropped] = [await store.begin(), await store.begin()]
    await Promise.all([kept.append(randomBytes(10)), dropped.append(randomBytes(10))])
    await dropped.drop()
    await writeFile(join(folder, 'left-by-a-crash.part'), 'x')
    await store.sweep(new Set())
    const file = await kept.finish()
    expect(await readdir(folder)).toEqual([file.storedName])
    await store.sweep(new Set([file.storedName]))
    expect(await readdir(folder)).toEqual([file.storedName])
    await store.sweep(new Set())
    expect(await readdir(folder)).toEqual([])
  })

  test('gives a file over to another store', async () => {
    const other = createFileStore(join(folder, '..', 'other'))
    const content = randomBytes(5_000)
    const file = await seal(content)
    await other.adopt(store, file.storedName)
    expect(await readdir(folder)).toEqual([])
    expect(Buffer.compare(await readAll(file, undefined, other), content)).toBe(0)
  })
})
