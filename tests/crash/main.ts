import { parseArgs } from 'node:util'
import { isPart, runPart } from './parts.ts'
import { Verdict } from './result.ts'
import { diskCalls } from './strace.ts'

const usage = `Usage: npm run crash -- [--part P] [--seed S] [--runs N] [--step N] [--from N] [--call NAME]… [--json]
  kill     a Steward at work is killed by SIGKILL at random moments, N times (200); then everything is sent and counted
  upload   the same, while it takes in and uploads files
  inject   one edit, and one opening that migrates, are killed at their 1st, 2nd, 3rd … write to the disk until they get
           through; --step 5 takes every fifth, --from 200 begins at the 200th, --call fsync kills at calls of that name only.
           Needs strace.
  changes  a sync that finds what colleagues changed is killed in the same way. Needs strace.
  statements  a custodian's file that becomes valuations, is undone and approved again is killed in the same way. Needs strace.
  texts    a Steward that reads the texts of files is killed in the same way. Needs strace.
  io       the disk fails at one call, or from one on, in N lives. Needs strace.
  disk     a small disk of its own is filled, N times; the last time another program holds the ledger. Needs root.
  corrupt  stores are damaged N times, opened and read
  flaps    the network goes and comes, or the computer sleeps, N times, in virtual time
  clock    N bad days on which somebody sets the clock, in virtual time
  migrate  N openings of stores of every schema, most of them killed on the way. Needs strace.
  second   three starts at once, N times, after somebody who worked was killed
  --json prints what was found as one line at the end.
  Each violation is printed when it is found. SIGINT or SIGTERM prints the figures so far; a kill at work is not counted.`

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'kill' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    runs: { type: 'string', default: '200' },
    step: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    call: { type: 'string', multiple: true, default: [...diskCalls] },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const number = {
  seed: Number(values.seed),
  runs: Number(values.runs),
  step: Number(values.step),
  from: Number(values.from),
}
const calls = diskCalls.filter((name) => values.call.includes(name))

if (values.help) console.log(usage)
else if (!isPart(values.part) || calls.length < new Set(values.call).size) {
  console.error(usage)
  process.exitCode = 2
} else {
  console.log(`part ${values.part}, seed ${number.seed}, ${number.runs} runs`)
  const stop = new AbortController()
  const verdict = new Verdict((line) => console.log(line))
  // The signal may come twice: to the group of processes, and passed on by the one that started this.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stop.signal.aborted) return
      stop.abort()
      verdict.end({ isStopped: true })
      process.exitCode = 1
    })
  const result = await runPart(values.part, {
    ...number,
    calls,
    signal: stop.signal,
    onRun: (what, found) => {
      console.error(what)
      if (found && !stop.signal.aborted) verdict.take(found)
    },
  }).catch((error) => {
    // The signal may have ended the service before this program.
    if (stop.signal.aborted) return ''
    throw error
  })
  if (!stop.signal.aborted) {
    if (values.json) console.log(JSON.stringify(result))
    else if (typeof result === 'string') console.log(`NOT RUN, nothing was tried: ${result}`)
    else {
      verdict.take(result)
      process.exitCode = verdict.end({ isStopped: false }) ? 0 : 1
    }
  }
}
