import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseRows, readRows } from '../../../tools/safety/rows.ts'

const root = process.cwd()
const rows = readRows()
const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts

const isTest = (name: string) => /\.(test|spec)\.tsx?$/.test(name)

/** Returns the test files that a file or folder path refers to. */
function filesOf(path: string): string[] {
  if (!existsSync(join(root, path))) return []
  if (statSync(join(root, path)).isFile()) return isTest(path) ? [path] : []
  const names = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
  return names.filter(isTest).map((name) => join(path, name))
}

const hasTests = (file: string) => /^\s*(it|test)(\.each)?[(<`]/m.test(readFileSync(join(root, file), 'utf8'))

describe('the tables of SECURITY.md', () => {
  it('have a row for each of the 23 threats, and no two of one name', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const threats = Array.from({ length: 23 }, (_, at) => `T${at + 1}`)
    expect(threats.filter((id) => !ids.includes(id))).toEqual([])
  })

  it('have no other form, in which a row would be overlooked', () => {
    const lines = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('\n')
    const inTables = lines.filter((line) => /^\| (?!#)/.test(line))
    expect(inTables.map((line) => line.split('|')[1]?.trim())).toEqual(rows.map(({ id }) => id))
  })

  it.each(rows)('say in row $id which command shows that it holds: $what', ({ id, asks, tests, commands }) => {
    expect(asks).toBe(`npm run safety -- ${id}`)
    expect(tests.length + commands.length).toBeGreaterThan(0)
    for (const path of tests) {
      const files = filesOf(path)
      expect(files.length, `${path} has no tests`).toBeGreaterThan(0)
      for (const file of files) expect(hasTests(file), `${file} has no tests`).toBe(true)
    }
    for (const command of commands) {
      const [, script] = /^npm run ([\w-]+)( -- .+)?$/.exec(command) ?? []
      expect(Object.keys(scripts), command).toContain(script)
    }
  })
})

it('a row names its tests, its other checks and its command, each in its place', () => {
  const [row] = parseRows(
    [
      '| # | what | how | test | command |',
      '|---|---|---|---|---|',
      '| X1 | a thing | `code` | `tests/a.test.ts` (100 of them), `npm run faults -- --runs 2` | `npm run safety -- X1` |',
    ].join('\n'),
  )
  expect(row).toEqual({
    id: 'X1',
    what: 'a thing',
    tests: ['tests/a.test.ts'],
    commands: ['npm run faults -- --runs 2'],
    asks: 'npm run safety -- X1',
  })
})
