import { readFileSync } from 'node:fs'

/** One row of a table of SECURITY.md: what is promised, and what shows that it holds. */
export type Row = {
  /** T1 to T23 for threats; others have letters of their own. */
  id: string
  /** What is attacked, or promised. */
  what: string
  /** Test files and folders of them, relative to the root. */
  tests: string[]
  /** Whatever else has to end well, as it is typed. */
  commands: string[]
  /** What the row says to type. */
  asks: string
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')

/** Every row of every table whose columns begin with `#` and end with `test` and `command`. */
export function parseRows(markdown: string): Row[] {
  const rows: Row[] = []
  let isOurs = false
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) isOurs = false
    else if (/^\| # \|.*\| test \| command \|$/.test(line)) isOurs = true
    else if (isOurs && !/^\|[-|]+$/.test(line)) rows.push(rowOf(cellsOf(line)))
  }
  return rows
}

function rowOf(cells: readonly string[]): Row {
  const shown = codeIn(cells.at(-2) ?? '')
  return {
    id: cells[0] ?? '',
    what: cells[1] ?? '',
    tests: shown.filter((code) => code.startsWith('tests/')),
    commands: shown.filter((code) => !code.startsWith('tests/')),
    asks: codeIn(cells.at(-1) ?? '').join(' '),
  }
}

/** The rows of SECURITY.md as it is. */
export const readRows = (): Row[] => parseRows(readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8'))
