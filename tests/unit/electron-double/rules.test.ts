import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const table = readFileSync(resolve(import.meta.dirname, '../../doubles/electron/README.md'), 'utf8')

/** The rules of the table by the file of their tests; each has a source. */
function rulesByFile(): Record<string, string[]> {
  const rules: Record<string, string[]> = {}
  let file = ''
  for (const line of table.split('\n')) {
    file = /^Tests: `(.+)`$/.exec(line)?.[1] ?? file
    const rule = /^\| ([^|]+\.) \| .*`(api|lib|shell)\/.+ \|$/.exec(line)?.[1]
    if (rule !== undefined) rules[file] = [...(rules[file] ?? []), rule]
  }
  return rules
}

const titlesIn = (file: string) =>
  [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^it\('(.+)', (?:async )?\(\) =>/gm)].map(
    ([, title]) => title,
  )

it('has a test for each rule of the table, and a rule for each test', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts') && name !== 'rules.test.ts')
  expect(files.length).toBe(5)
  expect(Object.fromEntries(files.map((file) => [file, titlesIn(file)]))).toEqual(rulesByFile())
})
