import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../faults/random.ts'
import { settleIn } from './campaign.ts'
import { acknowledgedOf, createDiary, markOf } from './diary.ts'
import { groundsOf } from './grounds.ts'
import { inspect } from './inspect.ts'
import { countDuplicates, judge } from './judge.ts'
import { startLife } from './life.ts'
import type { CampaignOptions, CampaignResult } from './result.ts'
import type { Home } from './steward.ts'

const script = fileURLToPath(new URL('./second-child.ts', import.meta.url))
const starts = 3
/** How long the first process works before it is killed, ms. */
const workMs = 600

/**
 * A working Steward is killed; then Steward is started three times at once. One start claims the folder and sends pending work,
 * the others ask it to show its window and end. Nothing may be sent twice.
 */
export async function runSecondInstances({ seed, runs, onRun }: CampaignOptions): Promise<CampaignResult> {
  const place = await settleIn(24)
  const diary = createDiary()
  const problems: string[] = []
  const figures: Record<string, number> = {
    rounds: runs,
    starts: 0,
    refused_and_shown: 0,
    acknowledged: 0,
    duplicates: 0,
  }
  try {
    const grounds = groundsOf(place.served())
    for (let run = 0; run < runs; run += 1) {
      const random = createRandom(seed + run)
      const life = startLife(
        place.home,
        { kind: 'work', life: `${seed}.${run}`, seed: seed + run, lanes: grounds },
        { diary },
      )
      await life.ready
      await new Promise((resolve) => setTimeout(resolve, 100 + random.next() * workMs))
      life.child.kill('SIGKILL')
      await life.ended
      const { claimed, rung } = await startTogether(place.home)
      figures.starts = (figures.starts ?? 0) + starts
      figures.refused_and_shown = (figures.refused_and_shown ?? 0) + rung
      if (claimed !== 1) problems.push(`round ${run}: ${claimed} of ${starts} starts had the folder`)
      if (rung !== starts - 1) problems.push(`round ${run}: it was asked to show itself ${rung} times`)
      onRun?.(`round ${run}`)
    }
    const inspection = await inspect(place.home, diary)
    const served = place.served()
    problems.push(...inspection.problems, ...judge(diary, inspection, served))
    figures.acknowledged = acknowledgedOf(diary).filter(({ write }) => markOf(write) !== null).length
    figures.duplicates = countDuplicates(diary, served)
    if (figures.duplicates > 0) problems.push(`${figures.duplicates} records were made twice`)
    return { problems, figures }
  } finally {
    await place.leave()
  }
}

async function startTogether(home: Home): Promise<{ claimed: number; rung: number }> {
  const children = Array.from({ length: starts }, () => startOne(home))
  const claims = await Promise.all(children.map(({ claim }) => claim))
  const holder = children[claims.indexOf(true)]
  // Starts that were refused have already signalled the holder when they end.
  await Promise.all(children.filter((one) => one !== holder).map(({ ended }) => ended))
  holder?.child.send('end')
  await holder?.ended
  return { claimed: claims.filter((claim) => claim).length, rung: holder?.rung() ?? 0 }
}

function startOne(home: Home) {
  const child: ChildProcess = fork(script, [JSON.stringify(home)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const claim = Promise.withResolvers<boolean>()
  let rung = 0
  child.on('message', (words: { claimed?: boolean; rung?: number }) => {
    if (words.claimed !== undefined) claim.resolve(words.claimed)
    rung = words.rung ?? rung
  })
  const ended = once(child, 'exit')
  return { child, claim: claim.promise, ended, rung: () => rung }
}
