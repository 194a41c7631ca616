import pMap from 'p-map'
import type { ConnectionStore } from '../../../electron/data/connection-store.ts'
import { createOutbox, knownRecordsIn } from '../../../electron/outbox/create-outbox.ts'
import type { Outbox } from '../../../electron/outbox/outbox.ts'
import type { WriteService } from '../../../electron/service/write-service.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import type { Write } from '../../../shared/ipc/outbox.ts'
import { createOutboxFilesDouble } from '../../doubles/outbox-files.ts'
import { startSandboxProcess } from '../../integration/support/sandbox-process.ts'
import { connect, control, openFreshStore, sweepOnce } from '../sync/parts.ts'

/** Parallel requests, on both sides. */
const concurrency = 6
const edits = 1_000
/** Enough households for each side to edit its own people. */
const households = 1_200

type Person = JsonFields & { id: string }

/** Simulated delay of each request to a remote service, ms. */
const distanceMs = 20

/** Our rate divided by the plain loop's, one value per round: for a remote service and for one on this computer. */
export type DrainRatios = { away: number[]; here: number[] }

/**
 * Sends queued edits through the outbox, beside a plain loop of the calls that it cannot avoid: GET, PUT, and a check that the
 * answer has the sent values. The sides alternate in going first.
 */
export async function measureDrain(rounds: number): Promise<DrainRatios> {
  const sandbox = await startSandboxProcess([
    '--households',
    String(households),
    '--seed',
    '7',
    '--hostile',
    '--control',
  ])
  const { service, close } = await connect(sandbox)
  const { store, remove } = await openFreshStore()
  await sweepOnce({ store, service, parallel: 6 })
  const outbox = await createOutbox({
    ...{ store: store.outbox, records: knownRecordsIn(store), service, files: createOutboxFilesDouble() },
    isReadOnly: () => false,
    graceMs: async () => 0,
  })
  try {
    const people = await readPeople(store)
    const sides = {
      plain: (round: string) => sendPlainly(service, people.slice(0, edits), round),
      ours: (round: string) => drain(outbox, store, { people: people.slice(edits, 2 * edits), round }),
    }
    const measure = async (name: string, from: number, to: number) => {
      const ratios: number[] = []
      for (let round = from; round < to; round += 1) {
        const order = round % 2 === 0 ? (['plain', 'ours'] as const) : (['ours', 'plain'] as const)
        const ms = { plain: 0, ours: 0 }
        for (const side of order) ms[side] = await sides[side](`Round ${round + 1}`)
        report(`plain GET and PUT, ${name}`, ms.plain)
        report(`the outbox, ${name}`, ms.ours)
        ratios.push(ms.plain / ms.ours)
      }
      return ratios
    }
    // Warms up both sides.
    await measure('to warm up', -1, 0)
    const here = await measure('0 ms away', 0, rounds)
    await control(sandbox, 'latency', { milliseconds: distanceMs })
    const away = await measure(`${distanceMs} ms away`, rounds, 2 * rounds)
    return { away, here }
  } finally {
    await outbox.close()
    await close()
    await remove()
    await sandbox.stop()
  }
}

async function readPeople(store: ConnectionStore): Promise<Person[]> {
  const sort = { column: 'created_at', direction: 'asc' } as const
  const people: Person[] = []
  for (let offset = 0; offset < 2 * edits; offset += 500) {
    const { rows } = await store.read('individuals.list', { offset, limit: 500, sort })
    people.push(
      ...(await recordsOf(
        store,
        rows.map(({ id }) => id),
      )),
    )
  }
  if (people.length < 2 * edits) throw new Error(`There are only ${people.length} people.`)
  return people
}

async function recordsOf(store: ConnectionStore, ids: readonly string[]): Promise<Person[]> {
  const { records } = await store.read('records.byIds', { resource: 'individuals', ids: [...ids] })
  return records.map(({ id, record }) => ({ ...record, id }))
}

async function sendPlainly(service: WriteService, people: readonly Person[], city: string): Promise<number> {
  const { signal } = new AbortController()
  const began = performance.now()
  const sendOne = async ({ id }: Person) => {
    const body = await service.getRecord({ resource: 'individuals', id, signal })
    if (body === null) throw new Error(`${id} is gone.`)
    JSON.parse(new TextDecoder().decode(body.bytes))
    const outcome = await service.send({ method: 'PUT', path: `individuals/${id}`, body: { city }, signal })
    if (outcome.kind !== 'answered') throw outcome.error
    const answer = JSON.parse(new TextDecoder().decode(outcome.bytes)) as { city?: string }
    if (answer.city !== city) throw new Error(`${id} did not take the change: ${outcome.status}.`)
  }
  await pMap(people, sendOne, { concurrency })
  return performance.now() - began
}

async function drain(
  outbox: Outbox,
  store: ConnectionStore,
  { people, round }: { people: readonly Person[]; round: string },
): Promise<number> {
  await outbox.setAllPaused(true)
  const ids = people.map(({ id }) => id)
  const bases = [...(await recordsOf(store, ids.slice(0, 500))), ...(await recordsOf(store, ids.slice(500)))]
  const writes = bases.map(
    (base): Write => ({ action: 'update', resource: 'individuals', record_id: base.id, base, fields: { city: round } }),
  )
  const saved = await outbox.saveAll(writes)
  if (saved.length !== edits) throw new Error(`Only ${saved.length} edits were kept.`)
  const began = performance.now()
  await outbox.setAllPaused(false)
  await outbox.idle()
  const ms = performance.now() - began
  const { open, attention } = outbox.counts()
  if (open > 0) throw new Error(`${open} edits were not sent, ${attention} of them ask something.`)
  return ms
}

function report(name: string, ms: number): void {
  const rate = Math.round((edits / ms) * 1000).toLocaleString('en-US')
  console.log(`${name.padEnd(30)} ${ms.toFixed(0).padStart(6)} ms for ${edits} edits ${rate.padStart(7)} a second`)
}
