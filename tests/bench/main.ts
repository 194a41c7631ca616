import { type ResultLine, runInProcess } from './bench-process.ts'
import { benches } from './benches.ts'
import { type BenchName, describeFigure, type FigureName, figures, goalText, isMet } from './figures.ts'
import { readKeptPage, writePage } from './kept-page.ts'
import { currentCommit, describeMachine, load } from './machine.ts'
import { type Command, parseCommand, usage } from './options.ts'
import { type BenchRun, makePage, type Page } from './page.ts'
import type { BenchResult } from './result.ts'
import { runAll } from './run-all.ts'
import { type Measured, spreadOf } from './spread.ts'

const command = readCommand()
if (command) await (command.isAll ? runEvery(command) : runOne(command))

function readCommand(): Command | null {
  try {
    return parseCommand(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(usage)
    process.exitCode = 2
    return null
  }
}

/** Runs one bench in this process and prints its figures. */
async function runOne({ benches: [name], options, ...command }: Command): Promise<void> {
  if (!name) return
  const loadBefore = load()
  const began = performance.now()
  const bench = await benches[name]()
  const result = await bench(options)
  const run: BenchRun = { bench: name, loadBefore, seconds: (performance.now() - began) / 1000, result }
  printFigures(result)
  const page = pageOf([run])
  if (command.keep) say(writePage(page, { keep: true }))
  if (command.json) console.log(JSON.stringify(resultLine(name, result)))
  if (command.strict) failIfMissed(page, [name])
}

/** Runs each bench in its own process; writes and prints the page. */
async function runEvery({ benches: chosen, passedOn, ...command }: Command): Promise<void> {
  const runs = await runAll(chosen, {
    run: (bench) => runInProcess(bench, passedOn),
    now: () => performance.now(),
    load,
    say: (line) => console.log(line),
  })
  const page = pageOf(runs)
  say(writePage(page, command))
  if (command.json) console.log(JSON.stringify(page))
  if (runs.some((run) => 'failure' in run)) process.exitCode = 1
  if (command.strict) failIfMissed(page, chosen)
}

function pageOf(runs: readonly BenchRun[]): Page {
  const at = new Date().toISOString()
  return makePage({ runs, at, commit: currentCommit(), machine: describeMachine(), before: readKeptPage() })
}

function say(paths: readonly string[]): void {
  console.log(`Written: ${paths.join(', ')}`)
}

/** Figures as numbers, as programs read them, and with their rounds. */
function resultLine(bench: BenchName, { figures: measured, details }: BenchResult): ResultLine {
  const medians = Object.entries(measured).map(([name, value]) => [name, spreadOf(value).median])
  return { bench, figures: Object.fromEntries(medians), measured, details }
}

function printFigures({ figures: measured }: BenchResult): void {
  const rows = Object.entries(measured).map(([name, value]) => [name, tableRow(name, value)])
  console.table(Object.fromEntries(rows))
}

function tableRow(name: string, measured: Measured) {
  const { median, lowest, highest, rounds } = spreadOf(measured)
  const spread = rounds > 1 ? `${lowest} – ${highest} (${rounds})` : ''
  if (!(name in figures)) return { value: median, spread, goal: 'not in figures.ts', met: '' }
  const { goal, unit } = describeFigure(name as FigureName)
  return { value: median, unit, spread, goal: goalText(goal), met: goal ? (isMet(goal, median) ? 'yes' : 'no') : '' }
}

function failIfMissed({ figures: found }: Page, chosen: readonly BenchName[]): void {
  const missed = Object.entries(found).filter(
    ([, { met, benches: of, missing }]) =>
      of.some((bench) => chosen.includes(bench)) && (met === false || missing !== null),
  )
  if (missed.length === 0) return
  console.error(`Missed or not measured: ${missed.map(([name]) => name).join(', ')}`)
  process.exitCode = 1
}
