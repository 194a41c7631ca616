import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { settleIn } from './campaign.ts'
import { createDiary } from './diary.ts'
import { inspect } from './inspect.ts'
import { judge } from './judge.ts'
import { liveWell, startLife } from './life.ts'
import type { CampaignResult } from './result.ts'
import { type InjectionOptions, killAt, killAtEachCall, type RunOnce } from './strace.ts'

/**
 * Enough people that each run edits another one: otherwise one run's result at the service would look like a colleague's work to
 * the next.
 */
const householdsFor = (most: number | undefined) => (most === 1 ? 15 : 150)

/** Saves and sends one edit and kills the process at its n-th call that reaches the disk, for each n and each kind of call. */
export async function injectIntoEdit(options: InjectionOptions): Promise<CampaignResult> {
  const place = await settleIn(householdsFor(options.most))
  const { home } = place
  const template = join(place.folder, 'template')
  cpSync(home.userDataDir, template, { recursive: true })
  const people = place.served().individuals.map(({ id }) => id)
  const found: CampaignResult = { problems: [], figures: { edit_kills: 0, edit_kills_after_acknowledgement: 0 } }
  const runOnce: RunOnce = async (call, n, { problems, figures }) => {
    const id = people.pop()
    if (id === undefined) throw new Error('There are not enough people for so many runs.')
    rmSync(home.userDataDir, { recursive: true, force: true })
    cpSync(template, home.userDataDir, { recursive: true })
    const diary = createDiary()
    const task = { kind: 'one-edit', n: `${call} ${n}`, id, city: `City ${call} ${n}` } as const
    const { signal, code, complaint } = await startLife(home, task, { diary, under: killAt(call, n) }).ended
    const isKilled = signal === 'SIGKILL'
    const where = `edit, ${call} ${n}`
    if (!isKilled && code !== 0) problems.push(`${where}: Steward ended with ${code ?? signal}: ${complaint}`)
    const first = await inspect(home, diary)
    await liveWell(home, { kind: 'finish' }, diary).catch((error: Error) => problems.push(`${where}: ${error.message}`))
    const second = await inspect(home, diary)
    const judged = [...first.problems, ...second.problems, ...judge(diary, second, place.served())]
    problems.push(...judged.map((problem) => `${where}: ${problem}`))
    if (isKilled) {
      const isAcknowledged = [...diary.tries.values()].some(({ operationId }) => operationId !== null)
      figures.edit_kills = 1
      if (isAcknowledged) figures.edit_kills_after_acknowledgement = 1
    } else if (diary.tries.size !== 1) {
      problems.push(`${where}: the edit was never tried`)
    }
    return isKilled
  }
  try {
    await killAtEachCall('edit', found, { ...options, runOnce })
    return found
  } finally {
    await place.leave()
  }
}
