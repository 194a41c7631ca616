import { readFileSync } from 'node:fs'

/** One row of a table in SECURITY.md: a promise, and the tests and commands that check it. */
export type Row = {
  /** T1 to T26 for threats; other rows have other letters. */
  id: string
  /** The threat or the promise. */
  what: string
  /** Test files and folders of test files, relative to the root. */
  tests: string[]
  /** Commands that must also succeed, as typed. */
  commands: string[]
  /** The row's command cell as written. */
  asks: string
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')

/** Parses every row of every table whose columns begin with `#` and end with `test` and `command`. */
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

/** Reads the rows of the current SECURITY.md. */
export const readRows = (): Row[] => parseRows(readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8'))
