import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { startReader } from '../../../electron/hosts/browser/start-service.ts'
import { createTextReader } from '../../../electron/texts/text-reader.ts'
import { inputFor } from '../app/support/tenant-cores.ts'
import { createKeyringHome } from '../support/keyring.ts'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts'
import type { ReadingOrder } from '../support/texts-keyring-child.ts'

const child = fileURLToPath(new URL('../support/texts-keyring-child.ts', import.meta.url))
const cleanUps: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Lines of the service's PDFs, by which their text would be recognized on a disk, and the names of the clients. */
async function canariesOf(sandbox: TestSandbox): Promise<string[]> {
  const listed = async (path: string) =>
    ((await sandbox.client.api(path)).body as { data: { id: string; name?: string }[] }).data
  const script = process.env.STEWARD_TEST_TEXT_READER ?? ''
  const reader = createTextReader({ start: ({ memoryMb }) => startReader(script, { memoryMb }) })
  const canaries: string[] = []
  for (const { id } of (await listed('/documents?limit=1000')).slice(0, 40)) {
    const { bytes } = await sandbox.client.api(`/documents/${id}/download`)
    async function* source() {
      yield bytes
    }
    const file = { mediaType: 'application/pdf', name: 'x.pdf', size: bytes.byteLength, bytes: source() }
    const text = await reader.read(file, new AbortController().signal)
    if (text.is !== 'text') continue
    const lines = text.pages.flatMap((page) => page.text.split('\n')).filter((line) => line.length > 24)
    canaries.push(...lines.filter((_, at) => at % 5 === 0))
  }
  await reader.close()
  return [...new Set(canaries)]
}

/** Where words can be read, in UTF-8 or UTF-16, below some folders. */
async function readableIn(folders: readonly string[], canaries: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      for (const words of canaries)
        if (bytes.includes(words) || bytes.includes(Buffer.from(words, 'utf16le')))
          found.push(`${entry.name}: ${words}`)
    }
  }
  return found
}

type Said = { pid?: number; keychain?: string; searchable?: number; left?: number }

/** Starts a Steward in an unlocked keyring; `onSaid` is called with each thing that it prints. */
async function live(started: ChildProcess, onSaid: (said: Said) => void): Promise<void> {
  const ended = once(started, 'exit')
  createInterface({ input: started.stdout as Readable }).on('line', (line) => {
    if (line.startsWith('{')) onSaid(JSON.parse(line) as Said)
  })
  await ended
}

it('nothing of the files can be read on the disk when Steward is killed while it reads them, with a real keyring', async () => {
  const sandbox = await startTestSandbox({ households: 12, seed: 5, hostile: false })
  cleanUps.push(() => sandbox.close())
  const home = await createKeyringHome(['keytar'])
  cleanUps.push(() => home.remove())
  const canaries = await canariesOf(sandbox)
  expect(canaries.length).toBeGreaterThan(20)
  const [userDataDir, temporary] = [join(home.path, 'user-data'), join(home.path, 'tmp')]
  for (const folder of [userDataDir, temporary]) await mkdir(folder, { mode: 0o700 })
  const order: ReadingOrder = { userDataDir, connection: inputFor(sandbox, 'Alder') }
  const start = () => {
    const command = [process.execPath, child, JSON.stringify(order)]
    return home.start(command, {
      TMPDIR: temporary,
      STEWARD_TEST_TEXT_READER: process.env.STEWARD_TEST_TEXT_READER ?? '',
      STEWARD_TEST_DATA_WORKER: process.env.STEWARD_TEST_DATA_WORKER ?? '',
      STEWARD_TEST_STATEMENT_WORKER: process.env.STEWARD_TEST_STATEMENT_WORKER ?? '',
    })
  }
  const keychains = new Set<string | undefined>()
  let read = 0
  for (let kills = 0; kills < 3; kills += 1) {
    let pid = 0
    let isKilled = false
    await live(start(), (said) => {
      pid = said.pid ?? pid
      if (said.searchable === undefined || isKilled) return
      keychains.add(said.keychain)
      // In the middle of the work: some files were read in this life, and some are left.
      if (said.searchable < read + 3 || said.left === 0) return
      read = said.searchable
      isKilled = true
      process.kill(pid, 'SIGKILL')
    })
    expect(isKilled).toBe(true)
    expect(await readableIn([userDataDir, temporary], canaries)).toEqual([])
  }
  const last: Said[] = []
  await live(start(), (said) => void last.push(said))
  expect(last.at(-1)).toMatchObject({ keychain: 'os', left: 0 })
  expect(last.at(-1)?.searchable).toBeGreaterThan(read)
  expect([...keychains]).toEqual(['os'])
  expect(await readableIn([userDataDir, temporary], canaries)).toEqual([])
})
