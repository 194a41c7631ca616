import { createHash } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '../../shared/domain/operation.ts'
import { createSandboxClient } from '../integration/support/sandbox-client.ts'
import { settleIn } from './campaign.ts'
import { createDiary } from './diary.ts'
import { groundsOf } from './grounds.ts'
import { inspect } from './inspect.ts'
import { liveWell, startLife } from './life.ts'
import type { CampaignResult } from './result.ts'
import type { Served } from './served.ts'
import { type InjectionOptions, killAt, killAtEachCall, type RunOnce } from './strace.ts'

/** Valuations that the ledger has of each of the two entities at a stage: every number that is right. */
const valuations: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  '': [[0, 0]],
  announced: [[0, 0]],
  received: [[0, 0]],
  answered: [[0, 0]],
  approving: [
    [0, 0],
    [1, 1],
  ],
  approved: [[1, 1]],
  undoing: [
    [1, 1],
    [0, 0],
  ],
  undone: [[0, 0]],
  'approving again': [
    [0, 0],
    [1, 1],
  ],
  'approved again': [[1, 1]],
  sent: [[1, 1]],
  replacing: [[1, 1]],
  replaced: [[1, 1]],
  discarding: [
    [1, 1],
    [1, 0],
  ],
  discarded: [[1, 0]],
  removing: [[1, 0]],
  removed: [[1, 0]],
}

const stages = Object.keys(valuations)
const isFrom = (stage: string, first: string) => stages.indexOf(stage) >= stages.indexOf(first)

/** Each run has two entities of its own. */
const householdsFor = (most: number | undefined) => (most === 1 ? 15 : 200)

/**
 * Takes in, answers, approves, undoes, replaces and discards a custodian's file, and kills the process at its n-th call that reaches the
 * disk, for each n and each kind of call. After the next start nothing is lost, doubled, or sent that was undone.
 */
export async function injectIntoStatements(options: InjectionOptions): Promise<CampaignResult> {
  const place = await settleIn(householdsFor(options.most))
  const { home } = place
  const client = createSandboxClient(home.sandbox)
  const template = join(place.folder, 'template')
  cpSync(home.userDataDir, template, { recursive: true })
  const assetClass = groundsOf(place.served())[0]?.assetClass ?? ''
  const entities = place.served().entities.map(({ id }) => id)
  const found: CampaignResult = { problems: [], figures: { statement_kills: 0 } }
  const runOnce: RunOnce = async (call, n, { problems, figures }) => {
    const pair = entities.splice(0, 2)
    const [one, other] = pair
    if (one === undefined || other === undefined) throw new Error('There are not enough entities for so many runs.')
    rmSync(home.userDataDir, { recursive: true, force: true })
    cpSync(template, home.userDataDir, { recursive: true })
    const colleagues = { asset_class_id: assetClass, display_name: 'A colleague’s', value: 7 }
    await client.api(`/entities/${other}/valuation`, {
      method: 'POST',
      json: { effective_date: new Date().toISOString().slice(0, 10), directly_held_assets: [colleagues] },
    })
    const text = statement(`${call} ${n}`)
    const diary = createDiary()
    const task = { kind: 'statements', text, entities: [one, other], assetClass } as const
    const { signal, code, complaint } = await startLife(home, task, { diary, under: killAt(call, n) }).ended
    const isKilled = signal === 'SIGKILL'
    const stage = diary.stages.at(-1) ?? ''
    const where = `statements, ${call} ${n}, after “${stage}”`
    if (!isKilled && code !== 0) problems.push(`${where}: Steward ended with ${code ?? signal}: ${complaint}`)
    const { problems: seen, operations } = await inspect(home, diary)
    const live = pair.map((id) => liveOf(operations, id).length)
    if (!valuations[stage]?.some(([a, b]) => live[0] === a && live[1] === b))
      seen.push(`the ledger has ${live.join(' and ')} valuations`)
    const next = createDiary()
    await liveWell(home, { kind: 'statements-after' }, next).catch((error: Error) => seen.push(error.message))
    seen.push(...fileProblems(stage, next.stages), ...(await inspect(home, next)).problems)
    const digest = createHash('sha256').update(text).digest('hex')
    seen.push(...sentProblems({ stage, live, sent: pair.map((id) => sentOf(place.served(), id, digest)) }))
    problems.push(...seen.map((problem) => `${where}: ${problem}`))
    if (isKilled) {
      figures.statement_kills = 1
      figures[`statement_kills_after_${stage.replaceAll(' ', '_') || 'opening'}`] = 1
    } else if (stage !== 'removed') problems.push(`${where}: it did not come to its end`)
    return isKilled
  }
  try {
    await killAtEachCall('statements', found, { ...options, runOnce })
    return found
  } finally {
    await client.close()
    await place.leave()
  }
}

/** A file of two accounts; each run's is another one. */
const statement = (run: string): string =>
  [
    'Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Type',
    'X10442871,Trust,LARX,LARCH TOTAL MARKET INDEX,1,$384661.31,$384661.31,Cash',
    'Z20913355,Rollover,NGH,NORTHGATE HOLDINGS INC,1,$1000.10,$1000.10,Cash',
    '',
    `"Printed for ${run}"`,
    '',
  ].join('\n')

const liveOf = (operations: ReadonlyMap<string, Operation>, entityId: string): Operation[] =>
  [...operations.values()].filter(
    ({ resource, parent_id, state }) => resource === 'valuations' && parent_id === entityId && state !== 'discarded',
  )

const sentOf = ({ valuations: served }: Served, entityId: string, digest: string): number =>
  served.filter(({ entity_id, description }) => entity_id === entityId && String(description).includes(digest)).length

/** `live`: what the ledger had after the kill; all of it was sent since, and what then waited for an answer was discarded. */
function sentProblems({ stage, live, sent }: { stage: string; live: number[]; sent: number[] }): string[] {
  const [one = 0, other = 0] = sent
  if (one !== live[0]) return [`the first entity has ${one} valuations at the service, and the ledger had ${live[0]}`]
  if (other > (live[1] ?? 0)) return [`the second entity has ${other} valuations, and the ledger had ${live[1]}`]
  // Only what was reviewed beside the colleague's valuation is sent.
  if (stage === 'replaced' && other !== 1) return ['what replaced the waiting valuation was not sent']
  return !isFrom(stage, 'replacing') && other > 0 ? ['a valuation was sent although the colleague’s came first'] : []
}

/** A file that was received is there until it is removed, with what was decided about it. */
function fileProblems(stage: string, found: readonly string[]): string[] {
  if (!isFrom(stage, 'received') || isFrom(stage, 'removing')) return []
  const [file = 'no file', ...more] = found
  if (more.length > 0 || !file.startsWith('ready 2 ')) return [`the file is ${found.join(', ')}`]
  return isFrom(stage, 'answered') && file !== 'ready 2 2' ? [`the file has lost decisions: ${file}`] : []
}
