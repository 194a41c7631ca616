import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { settleIn } from './campaign.ts'
import { createDiary } from './diary.ts'
import { inspect } from './inspect.ts'
import { judge } from './judge.ts'
import { liveWell, startLife } from './life.ts'
import { type DiskCall, diskCalls, killAt } from './strace.ts'

/** Result of the kills at successive disk calls. */
export type InjectionResult = { problems: string[]; figures: Record<string, number> }

export type InjectionOptions = {
  /** Kills at every n-th call. */
  step: number
  /** Kinds of call: all unless told. */
  calls?: readonly DiskCall[]
  /** Number of the first call to kill at: 1 unless told. */
  from?: number
  /** Runs for each kind of call: without it, until the process ends before the call is reached. */
  most?: number
  onRun: (what: string) => void
}

/**
 * Enough people that each run edits another one: otherwise one run's result at the service would look like a colleague's work to
 * the next.
 */
const householdsFor = (most: number) => (most === 1 ? 15 : 150)

/** Saves and sends one edit and kills the process at its n-th call that reaches the disk, for each n and each kind of call. */
export async function injectIntoEdit({
  step,
  calls = diskCalls,
  from = 1,
  most = Number.POSITIVE_INFINITY,
  onRun,
}: InjectionOptions): Promise<InjectionResult> {
  const place = await settleIn(householdsFor(most))
  const { home } = place
  const template = join(place.folder, 'template')
  cpSync(home.userDataDir, template, { recursive: true })
  const people = place.served().individuals.map(({ id }) => id)
  const problems: string[] = []
  const figures: Record<string, number> = { edit_kills: 0, edit_kills_after_acknowledgement: 0 }
  const runOnce = async (call: DiskCall, n: number): Promise<boolean> => {
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
    const found = [...first.problems, ...second.problems, ...judge(diary, second, place.served())]
    problems.push(...found.map((problem) => `${where}: ${problem}`))
    if (isKilled) {
      const isAcknowledged = [...diary.tries.values()].some(({ operationId }) => operationId !== null)
      figures.edit_kills = (figures.edit_kills ?? 0) + 1
      if (isAcknowledged) {
        figures.edit_kills_after_acknowledgement = (figures.edit_kills_after_acknowledgement ?? 0) + 1
      }
    } else if (diary.tries.size !== 1) {
      problems.push(`${where}: the edit was never tried`)
    }
    return isKilled
  }
  try {
    for (const call of calls) {
      let n = from
      for (let run = 0; run < most && (await runOnce(call, n)); run += 1) {
        onRun(`edit: killed at ${call} ${n}`)
        n += step
      }
      figures[`edit_${call}_until`] = n
    }
    return { problems, figures }
  } finally {
    await place.leave()
  }
}
