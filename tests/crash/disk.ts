import { cpSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { OpenedStore } from '../../electron/data/connection-store.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { createRandom } from '../faults/random.ts'
import { anEdit, step } from '../integration/data/support/operations.ts'
import { anIndividual } from '../integration/data/support/records.ts'
import { furnish, openIn } from './furnished.ts'
import type { CampaignOptions, CampaignResult } from './result.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const firstSeq = 2001
const mostSaves = 400
const soonMs = 5_000

type Outcome = { code: string; message: string } | null

const asOutcome = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    () => null,
    (problem: unknown) =>
      problem instanceof AppError
        ? { code: problem.code, message: problem.message }
        : { code: String(problem), message: '' },
  )

/**
 * Fills a disk except for a few pages. Steward saves on it until it is full, goes on reading, and saves again once there is
 * space. In the last round but one the disk is read-only; in the last one another program locks the ledger. Needs root.
 */
export async function runFullDisks({ seed, runs, onRun }: CampaignOptions): Promise<CampaignResult | string> {
  const furnished = await furnish()
  const path = join(furnished.root, 'disk')
  const disk = await mountSmallDisk(path, 24)
  if (typeof disk === 'string') {
    furnished.remove()
    return disk
  }
  const problems: string[] = []
  const figures = {
    full_disks: 0,
    saved_before: 0,
    refused: 0,
    slowest_recovery_ms: 0,
    read_only: 0,
    held_by_another: 0,
  }
  try {
    for (let at = 0; at < runs; at += 1) {
      const random = createRandom(seed + at)
      const folder = join(path, 'stores')
      rmSync(folder, { recursive: true, force: true })
      cpSync(random.chance(0.5) ? furnished.ended : furnished.killed, folder, { recursive: true })
      const ballast = join(path, 'ballast')
      const kind = at === runs - 1 ? 'held_by_another' : at === runs - 2 ? 'read_only' : 'full_disks'
      const found =
        kind === 'held_by_another'
          ? await holdLedger(folder)
          : kind === 'read_only'
            ? await readOnly(folder, disk)
            : await fillDisk({ folder, ballast, spare: random.below(400_000) })
      rmSync(ballast, { force: true })
      figures[kind] += 1
      figures.saved_before += found.saved
      figures.refused += found.refused
      figures.slowest_recovery_ms = Math.max(figures.slowest_recovery_ms, Math.round(found.recoveryMs))
      onRun?.(`disk ${seed + at}`)
      problems.push(...found.problems.map((what) => `--seed ${seed + at}: ${what}`))
    }
    return { problems, figures }
  } finally {
    await disk.remove()
    furnished.remove()
  }
}

const saveIn = (store: OpenedStore, n: number): Promise<Outcome> =>
  asOutcome(store.outbox.commit(step(anEdit(firstSeq + n, 'individuals', anIndividual(n), { city: `City ${n}` }))))

async function isReadable(store: OpenedStore): Promise<boolean> {
  const sort = { column: 'title', direction: 'asc' } as const
  const list = await store.read('individuals.list', { offset: 0, limit: 50, sort })
  return (
    list.rows.length === 50 &&
    (await store.read('outbox.list', { show: 'open', offset: 0, limit: 50 })).operations.length === 50
  )
}

/** The acknowledged edits that the list does not show. */
async function unshown(store: OpenedStore, saved: number): Promise<number[]> {
  const sort = { column: 'title', direction: 'asc' } as const
  const { rows } = await store.read('individuals.list', { offset: 0, limit: 500, sort })
  const cities = new Map(rows.map(({ id, city }) => [id, city]))
  return Array.from({ length: saved }, (_, n) => n).filter((n) => cities.get(anIndividual(n).id) !== `City ${n}`)
}

async function fillDisk({ folder, ballast, spare }: { folder: string; ballast: string; spare: number }) {
  const problems: string[] = []
  const store = await openIn(folder)
  try {
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - spare)))
    let [saved, refusal] = [0, null as Outcome]
    while (refusal === null && saved < mostSaves) {
      refusal = await saveIn(store, saved)
      if (refusal === null) saved += 1
    }
    if (refusal?.code !== 'cache/write-failed' || refusal.message !== 'The disk is full.') {
      problems.push(`a full disk was reported as ${JSON.stringify(refusal)}`)
    }
    if (!(await isReadable(store))) problems.push('nothing could be read while the disk was full')
    problems.push(
      ...(await unshown(store, saved)).map((n) => `edit ${n} was acknowledged on a full disk and is not shown`),
    )
    rmSync(ballast)
    const began = performance.now()
    const again = await saveIn(store, saved)
    const recoveryMs = performance.now() - began
    if (again !== null) problems.push(`with room, saving says ${again.code}`)
    if (recoveryMs > soonMs) problems.push(`it took ${recoveryMs} ms to save again`)
    const known = new Set((await store.outbox.load()).operations.map(({ seq }) => seq))
    const expected = Array.from({ length: saved + 1 }, (_, n) => firstSeq + n)
    if (!expected.every((seq) => known.has(seq))) problems.push('something that was saved is not there')
    return { problems, saved, refused: 1, recoveryMs }
  } finally {
    await store.close()
  }
}

/** The disk refuses every write, even SQLite's files beside a store, and then accepts writes again. */
async function readOnly(folder: string, disk: SmallDisk) {
  const problems: string[] = []
  await disk.setReadOnly(true)
  const shown = await openIn(folder)
  try {
    if (shown.isWritable) problems.push('it was not seen that nothing can be written')
    if (!(await isReadable(shown))) problems.push('nothing could be read where nothing can be written')
    const refusal = await saveIn(shown, 0)
    if (refusal?.message !== 'The folder of the offline copy cannot be written.')
      problems.push(`reported was ${JSON.stringify(refusal)}`)
  } finally {
    await shown.close()
    await disk.setReadOnly(false)
  }
  const began = performance.now()
  const store = await openIn(folder)
  if ((await saveIn(store, 1)) !== null) problems.push('it could not be written when the disk took writes again')
  await store.close()
  return { problems, saved: 1, refused: 1, recoveryMs: performance.now() - began }
}

/** A program that locks the ledger, such as a backup tool, must only prevent writes. */
async function holdLedger(folder: string) {
  const problems: string[] = []
  const store = await openIn(folder)
  const other = new Database(join(folder, 'ledger.db'))
  try {
    other.pragma("cipher='aegis'")
    other.pragma(`key="raw:${'b2'.repeat(32)}"`)
    other.exec('BEGIN IMMEDIATE')
    const saving = saveIn(store, 0)
    if (!(await isReadable(store))) problems.push('nothing could be read while another program held the ledger')
    const refusal = await saving
    if (refusal?.message !== 'Another program is using the offline copy.')
      problems.push(`reported was ${JSON.stringify(refusal)}`)
    other.exec('ROLLBACK')
    const began = performance.now()
    if ((await saveIn(store, 1)) !== null) problems.push('let go of, it could not be written')
    return { problems, saved: 1, refused: 1, recoveryMs: performance.now() - began }
  } finally {
    other.close()
    await store.close()
  }
}
