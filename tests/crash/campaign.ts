import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../faults/random.ts'
import { startSandboxProcess } from '../integration/support/sandbox-process.ts'
import { acknowledgedOf, createDiary } from './diary.ts'
import { groundsOf } from './grounds.ts'
import { inspect } from './inspect.ts'
import { countDuplicates, judge } from './judge.ts'
import { liveWell, startLife } from './life.ts'
import { readServed } from './served.ts'
import { type Home, placesOf } from './steward.ts'

/** The longest time between opening and kill, ms. */
const longestLifeMs = 1_500
/** The share of processes that are killed while they open. */
const duringOpening = 0.25

/** Starts a service and a Steward that has fetched everything. The service keeps running through all kills. */
export async function settleIn(households: number) {
  const folder = mkdtempSync(join(tmpdir(), 'steward-crash-'))
  const data = join(folder, 'service.db')
  const { child, stop, ...sandbox } = await startSandboxProcess([
    '--households',
    String(households),
    '--hostile',
    '--data',
    data,
  ])
  const home: Home = { userDataDir: join(folder, 'home'), sandbox }
  mkdirSync(home.userDataDir)
  await liveWell(home, { kind: 'prepare' }, createDiary())
  return {
    folder,
    home,
    served: () => readServed(data),
    async leave() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Kills a working Steward with SIGKILL at random moments, including while it opens, and inspects the stores each time. At the end
 * everything is sent and compared with the service.
 */
export async function runKills(options: {
  seed: number
  runs: number
  /** The work it does: writes of all kinds, or uploads. */
  work?: 'work' | 'upload'
  onKill?: (count: number) => void
}) {
  const { seed, runs, work = 'work', onKill = () => {} } = options
  const random = createRandom(seed)
  const diary = createDiary()
  const place = await settleIn(24)
  const { home } = place
  const problems = new Set<string>()
  const opened = { lives: 0, ms: 2_000 }
  try {
    const grounds = groundsOf(place.served())
    for (let kill = 0; kill < runs; kill += 1) {
      const began = performance.now()
      const life = startLife(
        home,
        { kind: work, life: `${seed}.${kill}`, seed: seed + kill, lanes: grounds },
        { diary },
      )
      if (random.chance(duringOpening)) {
        await wait(random.next() * opened.ms)
      } else {
        await life.ready
        opened.lives += 1
        opened.ms = performance.now() - began
        await wait(random.next() * longestLifeMs)
      }
      // However slow the computer is, at least one kill comes after a write.
      if (kill === runs - 1 && acknowledgedOf(diary).length === 0) await life.acknowledged
      life.child.kill('SIGKILL')
      const { signal, code, complaint } = await life.ended
      if (signal !== 'SIGKILL') problems.add(`Steward ended by itself with ${code}: ${complaint.slice(0, 2000)}`)
      for (const problem of (await inspect(home, diary)).problems) problems.add(`after kill ${kill + 1}: ${problem}`)
      onKill(kill + 1)
    }
    await liveWell(home, { kind: 'finish' }, diary).catch((error: Error) => problems.add(error.message))
    const inspection = await inspect(home, diary)
    const served = place.served()
    for (const left of stagedLeft(home)) problems.add(`a staged file was left behind: ${left}`)
    for (const problem of [...inspection.problems, ...judge(diary, inspection, served)]) problems.add(problem)
    return {
      problems: [...problems],
      figures: {
        kills: runs,
        kills_after_opening: opened.lives,
        tried: diary.tries.size,
        acknowledged: acknowledgedOf(diary).length,
        operations: inspection.operations.size,
        sent_again_by_the_user: diary.answers.filter(({ decision }) => decision === 'send-again').length,
        duplicates_after_that: countDuplicates(diary, served),
        other_questions: diary.answers.filter(({ decision }) => decision !== 'send-again').length,
      },
    }
  } finally {
    await place.leave()
  }
}

/** Returns the names of staged files that are left when no upload is pending. */
function stagedLeft(home: Home): string[] {
  const { staged } = placesOf(home).paths
  return existsSync(staged) ? readdirSync(staged) : []
}
