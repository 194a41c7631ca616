import { formatCount } from '../../shared/domain/counts.ts'
import type { Results } from './results.ts'
import type { ReliabilityRow } from './rows.ts'

const begin = '<!-- begin: written by npm run reliability -->'
const end = '<!-- end -->'

/** Builds the table of RELIABILITY.md from stored results. */
export function tableOf(rows: readonly ReliabilityRow[], results: Results): string {
  const head = [
    '| # | what is done | what must hold | how often | outcome | figures | when | command |',
    '|---|---|---|---|---|---|---|---|',
  ]
  return [...head, ...rows.map((row) => lineOf(row, results))].join('\n')
}

function lineOf(row: ReliabilityRow, results: Results): string {
  const result = results[row.id]
  const runs = result?.runs ?? row.long
  const command = `\`${asTyped(row.command(runs, result?.seed ?? 1))}\``
  const what = [row.id, row.what, row.promise]
  if (!result) return `| ${[...what, 'never', 'not run', '', '', command].join(' | ')} |`
  const often = `${formatCount(runs)} ${row.unit}, seed ${result.seed}, ${formatCount(Math.round(result.seconds))} s`
  const figures = Object.entries(result.figures).map(
    ([name, value]) => `${name.replaceAll('_', ' ')} ${formatCount(value)}`,
  )
  const outcome = [result.verdict, ...result.remarks].join(': ').replaceAll('|', '/')
  return `| ${[...what, often, outcome, figures.join(', '), `${result.date}, ${result.version}`, command].join(' | ')} |`
}

/** Returns the command to type on a fresh clone; scripts are named by their folders. */
function asTyped([script = '', ...args]: readonly string[]): string {
  return `npm run ${script.split('/').at(-2)} -- ${args.join(' ')}`
}

/** Returns the page with its table replaced. */
export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error('RELIABILITY.md has lost the marks around its table.')
  return `${page.slice(0, from)}${begin}\n${table}\n${page.slice(to)}`
}
