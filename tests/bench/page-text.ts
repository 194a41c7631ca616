import { names } from './figures.ts'
import type { Page, PageFigure } from './page.ts'

/** Writes a page as Markdown, for people. */
export function pageText(page: Page): string {
  const { cpu, cores, memoryGib, system, node } = page.machine
  const runs = page.runs.map(({ bench, seconds, loadBefore, failure }) =>
    row([bench, failure ? `failed: ${failure}` : `${seconds} s`, String(loadBefore)]),
  )
  return [
    `Commit ${page.commit}, ${page.at}. ${cpu}, ${cores} cores, ${memoryGib} GiB of memory, ${system}, Node ${node}.`,
    '',
    figuresTable(page),
    '',
    '| bench | took | load before |',
    '|---|---|---|',
    ...runs,
    '',
  ].join('\n')
}

/** Writes the table of all figures as Markdown, with notes on what else some of them depend on. */
export function figuresTable({ figures, commit }: Pick<Page, 'figures' | 'commit'>): string {
  const notes = [...new Set(names().flatMap((name) => figures[name].dependsOn ?? []))]
  const markOf = (note: string | null) => (note ? ` ${marks[notes.indexOf(note)] ?? ''}` : '')
  return [
    '| figure | | value | rounds: lowest – highest | goal | met | before | change |',
    '|---|---|---|---|---|---|---|---|',
    ...names().map((name) => figureRow(`\`${name}\`${markOf(figures[name].dependsOn)}`, figures[name], commit)),
    '',
    'These depend on what else the computer does:',
    '',
    ...notes.map((note) => `-${markOf(note)} ${note}`),
  ].join('\n')
}

const marks = ['¹', '²', '³', '⁴', '⁵', '⁶']

function figureRow(name: string, figure: PageFigure, commit: string): string {
  const { value, unit, measured, goal, met, before, change, missing, note, about } = figure
  const suffix = unit === 'ms' || unit === 'MiB' || unit === '%' ? ` ${unit}` : ''
  const spread = measured?.spread
  const rounds = spread && spread.rounds > 1 ? `${spread.rounds}: ${spread.lowest} – ${spread.highest}` : ''
  const shown = value === null ? `not measured: ${oneLine(missing ?? '')}` : `${value}${suffix}`
  const age = measured && measured.commit !== commit ? ` (at ${measured.commit})` : ''
  return row([
    name,
    about,
    shown + age,
    [rounds, note].filter(Boolean).join(' '),
    goal,
    met === null ? '' : met ? 'yes' : '**no**',
    before ? String(before.value) : '',
    change ? changeText(change) : '',
  ])
}

const words = { better: 'better', worse: '**worse**', noise: 'noise', unknown: 'one value' } as const

const changeText = ({ percent, verdict }: NonNullable<PageFigure['change']>): string =>
  `${percent > 0 ? '+' : ''}${percent} %, ${words[verdict]}`

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 200)

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
