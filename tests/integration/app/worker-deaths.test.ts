import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import type { WriterCalls } from '../../../electron/data/workers/worker-calls.ts'
import { startWorker, threadsOf } from '../../../electron/data/workers/worker-client.ts'
import { startDataThread, startMortalThread } from '../../doubles/data-worker.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { createLogDouble } from '../../doubles/log.ts'
import { createTenantCores, inputFor, signIn, synced } from './support/tenant-cores.ts'

const { tempFolder, startCore, startTenant, cleanUp } = createTenantCores()

afterEach(cleanUp)

/** Crashes every data worker, as a bug would, or lets the writing one run out of memory. */
function endWorkers(how: 'end' | 'fill' = 'end'): void {
  const channel = new BroadcastChannel('mortal-worker')
  channel.postMessage(how)
  channel.close()
}

async function start() {
  const { log, entries } = createLogDouble()
  const core = await startCore({
    userDataDir: await tempFolder(),
    keychain: createKeychainDouble(),
    log,
    startThread: startMortalThread,
  })
  const sandbox = await startTenant(3)
  const { id: connectionId } = await core.connections.add(inputFor(sandbox, 'Alder'))
  await signIn(core, connectionId)
  await synced(core, connectionId)
  const opened = () => entries().filter(({ event }) => event === 'cache-opened').length
  const cache = async () => (await core.connections.list({}))[0]?.cache
  return { core, sandbox, connectionId, entries, opened, cache }
}

it('a connection opens the stores again when their thread ended, with all that was saved', async () => {
  const { core, sandbox, connectionId, entries, opened, cache } = await start()
  const list = { offset: 0, limit: 1, sort: { column: 'title', direction: 'asc' } } as const
  const before = await core.households.list({ connectionId, ...list })
  await sandbox.close()
  const [first] = before.rows
  await core.outbox.save({
    connectionId,
    write: {
      action: 'create',
      resource: 'individuals',
      fields: { first_name: 'Zelda', last_name: 'New', household_id: String(first?.id) },
    },
  })
  endWorkers()
  await expect.poll(opened).toBe(2)
  await expect.poll(cache).toBe('open')
  expect(entries().filter(({ event }) => event === 'worker-died')).not.toEqual([])
  expect((await core.households.list({ connectionId, ...list })).total).toBe(before.total)
  expect(await core.connections.list({})).toMatchObject([{ unsent: 1, cacheProblem: null }])
})

it('a connection opens them again when the writing thread ran out of memory, and ends neither Steward nor the reading', async () => {
  const { core, connectionId, entries, opened, cache } = await start()
  const list = { offset: 0, limit: 1, sort: { column: 'title', direction: 'asc' } } as const
  const before = await core.households.list({ connectionId, ...list })
  endWorkers('fill')
  await expect.poll(opened).toBe(2)
  await expect.poll(cache).toBe('open')
  expect(entries().filter(({ event }) => event === 'worker-died')).toHaveLength(1)
  expect((await core.households.list({ connectionId, ...list })).total).toBe(before.total)
})

it('a connection gives up after the third time in ten minutes, and says so instead of going on for ever', async () => {
  const { core, connectionId, opened, cache } = await start()
  for (const time of [2, 3]) {
    endWorkers()
    await expect.poll(opened).toBe(time)
    await expect.poll(cache).toBe('open')
  }
  endWorkers()
  await expect.poll(cache).toBe('failed')
  await expect(core.connections.open({ connectionId })).rejects.toMatchObject({
    code: 'cache/not-open',
    message: expect.stringContaining('failed repeatedly'),
  })
  expect(opened()).toBe(3)
})

it('a connection tells calls that were under way what became of them', async () => {
  const causes: unknown[] = []
  const dying = startWorker<WriterCalls>({
    startThread: threadsOf(
      new URL(
        `data:text/javascript,${encodeURIComponent("import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('made to end') })")}`,
      ),
    ),
    setup: { role: 'writer', files: null },
    onDied: (cause) => causes.push(cause),
  })
  await expect(dying.open()).rejects.toMatchObject({
    code: 'cache/not-open',
    message: expect.stringContaining('failed unexpectedly'),
    nextStep: expect.stringContaining('Check whether your last change is there'),
  })
  await expect(dying.open()).rejects.toMatchObject({ code: 'cache/not-open' })
  expect(causes).toHaveLength(1)
})

it('a connection does not report the end of a thread that was asked to end', async () => {
  const causes: unknown[] = []
  const worker = startWorker<WriterCalls>({
    startThread: startDataThread,
    setup: { role: 'writer', files: null },
    onDied: (cause) => causes.push(cause),
  })
  const { calls } = await worker.open()
  await worker.close()
  await worker.terminate()
  await expect(calls.flush()).rejects.toMatchObject({ message: 'The offline copy is not open.' })
  expect(causes).toEqual([])
})
