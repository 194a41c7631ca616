import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenedStore } from '../../electron/data/connection-store.ts'
import { AppError } from '../../shared/domain/app-error.ts'
import { createRandom } from '../faults/random.ts'
import { damage, type Harm } from './damage-file.ts'
import { furnish, openIn, type Truth } from './furnished.ts'
import type { CampaignOptions, CampaignResult } from './result.ts'

type Template = 'ended' | 'killed'

type Found = {
  people: Map<string, Record<string, unknown>>
  operations: Map<string, unknown>
  drafts: Map<string, string>
  rebuilt: boolean
  report: OpenedStore['ledgerReport']
}

/** Damaged stores are quarantined on opening: once per store, and once more for damage that is only found while reading. */
const mostOpenings = 4

/** Damages a store N times, each time differently, and checks the result of the following openings. */
export async function runCorruptions({ seed, runs, onRun }: CampaignOptions): Promise<CampaignResult> {
  const furnished = await furnish()
  const problems: string[] = []
  const figures: Record<string, number> = {
    corruptions: 0,
    harmless: 0,
    mirrors_rebuilt: 0,
    ledgers_recovered: 0,
    writes_saved_from_damage: 0,
    writes_lost_and_reported: 0,
    drafts_lost: 0,
  }
  const add = (name: string, count: number) => {
    figures[name] = (figures[name] ?? 0) + count
  }
  try {
    const folder = join(furnished.root, 'run')
    const lay = (template: Template) => {
      rmSync(folder, { recursive: true, force: true })
      cpSync(furnished[template], folder, { recursive: true })
      return folder
    }
    const whole = { ended: await readAll(lay('ended')), killed: await readAll(lay('killed')) }
    for (let run = 0; run < runs; run += 1) {
      const random = createRandom(seed + run)
      const template = random.pick(['ended', 'killed'] as const)
      const before = whole[template]
      lay(template)
      const harm = damage(folder, random)
      const where = `--seed ${seed + run} --runs 1: ${harm.file}, ${harm.kind}, ${harm.where}`
      const found = await readAll(folder).catch((problem: unknown) => problem)
      add('corruptions', 1)
      onRun?.(where)
      if (!isFound(found)) {
        problems.push(`${where}: it did not open (${String(found)})`)
        continue
      }
      problems.push(
        ...judge({ harm, folder, before, found, truth: furnished.truth }).map((what) => `${where}: ${what}`),
      )
      const lost = [...before.operations.keys()].filter((id) => !found.operations.has(id)).length
      add('harmless', found.rebuilt || found.report !== null ? 0 : 1)
      add('mirrors_rebuilt', found.rebuilt ? 1 : 0)
      add('ledgers_recovered', found.report?.damaged ? 1 : 0)
      add('writes_saved_from_damage', found.report?.damaged ? found.operations.size : 0)
      add('writes_lost_and_reported', lost)
      add('drafts_lost', [...before.drafts.keys()].filter((name) => !found.drafts.has(name)).length)
    }
    return { problems, figures }
  } finally {
    furnished.remove()
  }
}

const isFound = (value: unknown): value is Found => value !== null && typeof value === 'object' && 'people' in value

/** Opens the stores and reads everything, again after each damage found, as a user does who presses "Open again". */
async function readAll(folder: string): Promise<Found> {
  const seen = { rebuilt: false, report: null as Found['report'] }
  for (let opening = 1; ; opening += 1) {
    const store = await openIn(folder)
    seen.rebuilt ||= store.mirrorRebuilt
    seen.report ??= store.ledgerReport
    try {
      return { ...(await readStore(store)), ...seen }
    } catch (problem) {
      const isTold = problem instanceof AppError && problem.code === 'cache/damaged'
      if (!isTold || opening === mostOpenings) throw problem
    } finally {
      await store.close()
    }
  }
}

async function readStore(store: OpenedStore): Promise<Pick<Found, 'people' | 'operations' | 'drafts'>> {
  const sort = { column: 'title', direction: 'asc' } as const
  const { rows } = await store.read('individuals.list', { offset: 0, limit: 1000, sort })
  const ids = rows.map(({ id }) => id)
  const people = new Map<string, Record<string, unknown>>()
  for (let at = 0; at < ids.length; at += 100) {
    const { records } = await store.read('records.byIds', { resource: 'individuals', ids: ids.slice(at, at + 100) })
    for (const { record } of records) people.set(String(record.id), record)
  }
  await store.outbox.load()
  const lists = [
    await store.read('outbox.list', { show: 'open', offset: 0, limit: 500 }),
    await store.read('outbox.list', { show: 'closed', offset: 0, limit: 500 }),
  ]
  const operations = new Map(lists.flatMap((list) => list.operations).map((operation) => [operation.id, operation]))
  const drafts = new Map((await store.read('drafts.list', {})).map(({ name, json }) => [name, json]))
  return { people, operations, drafts }
}

type Judging = { harm: Harm; folder: string; before: Found; found: Found; truth: Truth }

function judge({ harm, folder, before, found, truth }: Judging): string[] {
  const names = readdirSync(folder)
  const aside = (store: string) => names.some((name) => name.startsWith(`${store}.damaged-`))
  const problems: string[] = []
  if (found.rebuilt && !aside('mirror.db')) problems.push('the damaged mirror was not kept')
  if (found.report?.damaged && !aside('ledger.db')) problems.push('the damaged ledger was not kept')
  if (harm.file === 'ledger.db' && !found.report?.damaged && aside('ledger.db'))
    problems.push('the damage was not reported')
  for (const [id, operation] of found.operations) {
    if (JSON.stringify(operation) !== JSON.stringify(before.operations.get(id))) problems.push(`${id} is another one`)
  }
  for (const [name, json] of found.drafts) {
    if (json !== truth.drafts.get(name)) problems.push(`the draft ${name} is another one`)
  }
  const lost = [...before.operations].filter(([id]) => !found.operations.has(id))
  const lostOpen = lost.filter(([, operation]) => (operation as { state: string }).state !== 'done')
  const told = found.report?.lostWrites ?? 0
  if (told !== lostOpen.length && !found.rebuilt)
    problems.push(`${lostOpen.length} writes are lost, ${told} were reported`)
  const isShort = found.drafts.size < before.drafts.size && found.report === null
  if (isShort && !harm.file.endsWith('-wal')) problems.push('drafts are missing, and this was not reported')
  if (!found.rebuilt && found.people.size !== before.people.size) problems.push(`${found.people.size} people are left`)
  return [...problems, ...peopleProblems({ found, truth })]
}

/** People must be shown as the service sent them, with the fields of the surviving writes and no others. */
function peopleProblems({ found, truth }: Pick<Judging, 'found' | 'truth'>): string[] {
  return [...found.people].flatMap(([id, record]) => {
    const served = truth.served.get(id)
    if (served === undefined) return found.rebuilt ? [] : [`${id} is made up`]
    const own = [...truth.operations.values()].filter((one) => one.record_id === id && one.state !== 'done')
    const kept = own.filter((operation) => found.operations.has(operation.id))
    const expected = Object.assign({}, served, ...kept.map(({ fields }) => fields))
    const isSame = Object.entries(expected).every(([field, value]) => record[field] === value)
    return isSame && record.city === expected.city ? [] : [`${id} is shown with what nobody wrote`]
  })
}
