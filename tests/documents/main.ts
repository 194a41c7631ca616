import { parseArgs } from 'node:util'
import bundleDataWorker from '../doubles/bundle-data-worker.ts'
import { type Counts, countOf, failures, fields, type Judged, judge, outcomes, wrongShare } from './judge.ts'
import { factFailures, judgeFacts, wrongShareOf } from './judge-facts.ts'
import { makeSecondFirm } from './second/firm.ts'
import { makeFactDocument } from './second/make-document.ts'
import { type Firm, makeFirm } from './world/firm.ts'
import { type DroppedDocument, makeDocument } from './world/make-document.ts'

const usage = `Usage: npm run documents -- [--world first|second] [--seed S] [--runs N] [--facts] [--wrong] [--json]
  Documents with known truth, in layouts that the rules of proposals were not written for, are dropped on households of a firm; what Steward proposes
  for type, entity, person, date and household is compared with the truth. Fails if more than 1 % of the proposals for a field are wrong.
  Of the second world the facts that are found are judged as well; --facts judges only them, without starting Steward.
  The same seed is the same file. --wrong lists every wrong proposal with the seed that repeats it (--seed S --runs 1).`

const { values } = parseArgs({
  options: {
    world: { type: 'string', default: 'first' },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1000' },
    facts: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function lineOf(name: string, counts: Counts): string {
  const known = counts.right + counts.wrong + counts.None
  const numbers = outcomes.map((outcome) => String(counts[outcome]).padStart(14))
  return [
    name.padEnd(30),
    ...numbers,
    percent(wrongShare(counts)).padStart(10),
    percent(known === 0 ? 0 : counts.None / known).padStart(10),
  ].join('')
}

function print(judged: readonly Judged[]): void {
  const head = [
    ''.padEnd(30),
    ...outcomes.map((outcome) => outcome.padStart(14)),
    'wrong'.padStart(10),
    'of None'.padStart(10),
  ].join('')
  console.log(head)
  for (const field of fields) console.log(lineOf(field, countOf(judged, field)))
  for (const column of ['about', 'layout'] as const) {
    console.log(`\n${head}`)
    for (const [name, own] of [...Map.groupBy(judged, ({ document }) => document[column])].toSorted(([one], [other]) =>
      one.localeCompare(other),
    ))
      console.log(lineOf(name, countOf(own, 'type')))
  }
}

function printWrong(judged: readonly Judged[]): void {
  for (const { document, proposal, outcomes: found } of judged) {
    for (const field of fields.filter((each) => found[each] === 'wrong')) {
      const { seed, about, layout, fileName, truth } = document
      const right = field === 'household' ? truth.otherHousehold : truth[field].join(' or ')
      console.log(
        `seed ${seed}: ${about}, ${layout}, "${fileName}": ${field} ${proposal[field]}, but it is ${right || 'None'}`,
      )
    }
  }
}

type World = { firm: Firm; documentOf: (seed: number) => DroppedDocument }

function worldOf(name: string): World {
  const first = makeFirm(1)
  const second = makeSecondFirm()
  if (name === 'first') return { firm: first, documentOf: (seed) => makeDocument(first, seed) }
  if (name === 'second') return { firm: second, documentOf: (seed) => makeFactDocument(second, seed) }
  throw new Error(`There is no world "${name}": choose first or second.`)
}

async function runAll(seed: number, runs: number): Promise<boolean> {
  const { firm, documentOf } = worldOf(values.world)
  const documents = Array.from({ length: runs }, (_, at) => documentOf(seed + at))
  const removeBundles = await bundleDataWorker()
  // The office takes the scripts that were bundled.
  const { openOffice } = await import('./propose.ts')
  const office = await openOffice(firm)
  try {
    const began = performance.now()
    const proposals = await office.propose(documents)
    const judged = documents.flatMap((document, at) => {
      const proposal = proposals[at]
      return proposal === undefined ? [] : [judge(document, proposal)]
    })
    print(judged)
    if (values.wrong) printWrong(judged)
    const failed = failures(judged)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(
      `\nseeds ${seed} to ${seed + runs - 1}: ${failed.length === 0 ? 'at most 1 % wrong in every field' : `more than 1 % wrong: ${failed.join(', ')}`}; ${seconds} s`,
    )
    if (values.json)
      console.log(
        JSON.stringify({ failed, figures: Object.fromEntries(fields.map((field) => [field, countOf(judged, field)])) }),
      )
    return failed.length === 0
  } finally {
    await office.close()
    removeBundles()
  }
}

async function runFacts(seed: number, runs: number): Promise<boolean> {
  const firm = makeSecondFirm()
  const judged = await judgeFacts(Array.from({ length: runs }, (_, at) => makeFactDocument(firm, seed + at)))
  const columns = ['found', 'asked', 'wrong', 'missed', 'open', 'outside', 'elsewhere'] as const
  console.log(
    `\n${['', ...columns, 'of found'].map((each, at) => (at === 0 ? each.padEnd(20) : each.padStart(11))).join('')}`,
  )
  for (const [kind, counts] of Object.entries(judged.counts))
    console.log(
      [
        kind.padEnd(20),
        ...columns.map((column) => String(counts[column]).padStart(11)),
        percent(wrongShareOf(counts)).padStart(11),
      ].join(''),
    )
  for (const [standing, { said, otherwise, unsaid }] of Object.entries(judged.standings))
    console.log(`papers that are ${standing}: said ${said}, said otherwise ${otherwise}, unsaid ${unsaid}`)
  if (values.wrong)
    for (const { document, words } of judged.wrong)
      console.log(`seed ${document.seed}: ${document.about}, ${document.layout}: ${words.replaceAll('\n', ' ')}`)
  const failed = factFailures(judged)
  const outcome = failed.length === 0 ? 'at most 1 % wrong of every kind' : `more than 1 % wrong: ${failed.join(', ')}`
  console.log(`\nfacts of seeds ${seed} to ${seed + runs - 1}: ${outcome}`)
  return failed.length === 0
}

async function run(): Promise<boolean> {
  const [seed, runs] = [Number(values.seed), Number(values.runs)]
  if (values.facts) return runFacts(seed, runs)
  const isRight = await runAll(seed, runs)
  return values.world === 'second' ? (await runFacts(seed, runs)) && isRight : isRight
}

if (values.help) console.log(usage)
else process.exitCode = (await run()) ? 0 : 1
