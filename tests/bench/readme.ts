import { describeFigure, goalText } from './figures.ts'
import { figureOf, type GrowthDetails, kindNames, kinds } from './growth/kinds.ts'
import type { Page } from './page.ts'
import { figuresTable } from './page-text.ts'
import { type PeerRow, peersText } from './peers/table.ts'

const notYet = 'Not measured yet.'

const sections: Readonly<Record<string, (page: Page) => string>> = {
  figures: (page) => `${placeOf(page)}\n\n${figuresTable(page)}`,
  growth: ({ details }) => (details.growth ? growthTable(details.growth as GrowthDetails) : notYet),
  peers: ({ details }) => (details.peers ? peersText(details.peers as PeerRow[]) : notYet),
}

/** Returns the README with the tables of this page between their marks, such as `<!-- figures -->` and `<!-- end of figures -->`. */
export function withTables(readme: string, page: Page): string {
  return Object.entries(sections).reduce((text, [name, write]) => {
    const marks = { begin: `<!-- ${name} -->`, end: `<!-- end of ${name} -->` }
    const [from, to] = [text.indexOf(marks.begin), text.indexOf(marks.end)]
    if (from < 0 || to < from) throw new Error(`The README has no place for ${name}.`)
    return `${text.slice(0, from + marks.begin.length)}\n${write(page)}\n${text.slice(to)}`
  }, readme)
}

function placeOf({ commit, at, machine: { cpu, cores, memoryGib, system, node } }: Page): string {
  return `Commit ${commit}, ${at.slice(0, 10)}, on ${cpu}, ${cores} cores, ${memoryGib} GiB of memory, ${system}, Node ${node}.`
}

const plot = '![Growth of each kind of work with the number of people](growth.svg)'

/** Writes the plot, the medians at each number of people, and the exponent beside its goal. */
function growthTable({ sizes, medians, exponents }: GrowthDetails): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = kindNames().map((kind) =>
    line([
      `${kinds[kind].title}, ${kinds[kind].unit}`,
      ...sizes.map((_, at) => String(medians[kind]?.[at] ?? '–')),
      String(exponents[kind] ?? '–'),
      goalText(describeFigure(figureOf(kind)).goal),
    ]),
  )
  const people = sizes.map((size) => size.toLocaleString('en-US'))
  return [
    `${plot}\n`,
    line(['people', ...people, 'exponent', 'goal']),
    line(Array.from({ length: sizes.length + 3 }, () => '---')),
    ...rows,
  ].join('\n')
}
