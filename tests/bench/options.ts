import { parseArgs } from 'node:util'
import { type BenchName, benchNames } from './figures.ts'
import type { BenchOptions } from './result.ts'

/** A parsed command line: which benches run, how, and what happens to their page. */
export type Command = {
  benches: readonly BenchName[]
  /** Each bench in a process of its own, and one page for all. */
  isAll: boolean
  options: BenchOptions
  /** The options as given, for the processes of `all`. */
  passedOn: readonly string[]
  json: boolean
  keep: boolean
  strict: boolean
}

export const usage = `Usage: npm run bench -- <${benchNames.join('|')}|all> [options]
  --json               print the result as one line of JSON at the end
  --keep               keep the figures in tests/bench/figures.json and the tables of tests/bench/README.md
  --strict             exit with 1 if a goal is missed
  --rounds N           rounds of each ratio (5)
  --individuals N      people of query, write, start, grid and scans (300000)
  --households N       households of sync and scans (5000)
  --mib N              size of files, in MiB (1024)
  --pages N            pages of documents (100000)
  --sparse             files: upload 5 GiB as well
  --sizes N,N,…        growth: numbers of people (10000,50000,300000,1000000)
  --with-growth        all: run growth as well (an hour)
  --with-peers         all: run peers as well
  --only NAME,NAME,…   all: run only these`

const flags = ['json', 'keep', 'strict', 'sparse', 'with-growth', 'with-peers'] as const
const texts = ['rounds', 'individuals', 'households', 'mib', 'pages', 'sizes', 'only'] as const

/** Parses the arguments of `npm run bench`. Throws an error with a readable message. */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
      ...Object.fromEntries(texts.map((name) => [name, { type: 'string' as const }])),
    },
  })
  const [name = '', ...more] = positionals
  if (more.length > 0) throw new Error(`One bench at a time, or all: ${more.join(' ')} is one too many.`)
  const isOn = (flag: (typeof flags)[number]) => values[flag] === true
  const textOf = (option: (typeof texts)[number]) => values[option] as string | undefined
  const number = (option: (typeof texts)[number], fallback: number) =>
    wholeNumber(option, textOf(option) ?? String(fallback))
  const given = (['rounds', 'individuals', 'households', 'mib', 'pages', 'sizes'] as const).flatMap((option) => {
    const text = textOf(option)
    return text === undefined ? [] : [`--${option}`, text]
  })
  const isAll = name === 'all'
  return {
    benches: isAll
      ? chosen({ only: textOf('only'), growth: isOn('with-growth'), peers: isOn('with-peers') })
      : [benchName(name)],
    isAll,
    options: {
      rounds: number('rounds', 5),
      individuals: number('individuals', 300_000),
      households: number('households', 5000),
      mib: number('mib', 1024),
      pages: number('pages', 100_000),
      sparse: isOn('sparse'),
      sizes: (textOf('sizes') ?? '10000,50000,300000,1000000').split(',').map((text) => wholeNumber('sizes', text)),
    },
    passedOn: isOn('sparse') ? [...given, '--sparse'] : given,
    json: isOn('json'),
    keep: isOn('keep'),
    strict: isOn('strict'),
  }
}

function chosen({ only, growth, peers }: { only: string | undefined; growth: boolean; peers: boolean }): BenchName[] {
  if (only !== undefined) return only.split(',').map(benchName)
  const isLeftOut: Partial<Record<BenchName, boolean>> = { growth: !growth, peers: !peers }
  return benchNames.filter((name) => !isLeftOut[name])
}

function benchName(text: string): BenchName {
  const found = benchNames.find((name) => name === text)
  if (!found) throw new Error(text ? `There is no bench ${text}.` : 'Name a bench, or all.')
  return found
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${option} takes a whole number, 1 or more.`)
  return value
}
