import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folders = 'electron|renderer|shared|sandbox|tests|tools|docs|resources'
const documents = globSync([
  '*.md',
  'docs/**/*.md',
  'sandbox/README.md',
  'tests/**/README.md',
  'resources/**/README.md',
])
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== 'CHANGELOG.md')
const textOf = (path: string) => readFileSync(path, 'utf8')

/** The text outside of fenced blocks, in which recipes name files that are still to be written. */
const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '')

/** The lines of a file, or of all source files below a folder. */
const linesOf = (path: string): number =>
  statSync(path).isDirectory()
    ? globSync(`${path}/**/*.{ts,tsx,css}`).reduce((sum, file) => sum + linesOf(file), 0)
    : textOf(path).split('\n').length - 1

describe('documents', () => {
  it.each(documents)('%s names only files that exist', (path) => {
    const named = [...withoutBlocks(textOf(path)).matchAll(new RegExp(`\`((?:${folders})/[\\w./@-]+)\``, 'g'))]
    const missing = named.map(([, file = '']) => file).filter((file) => !existsSync(file))
    expect([...new Set(missing)]).toEqual([])
  })

  it.each(documents)('%s links only to files that exist', (path) => {
    const links = [...withoutBlocks(textOf(path)).matchAll(/\]\(((?!\w+:)[^)#\s]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(path, '..', link)))).toEqual([])
  })
})

describe('decision 8', () => {
  const row = /^\| .+ \| `(\S+)` \| ([\d,]+) \| .+ \|$/gm
  const rows = [...textOf('docs/decisions/0008-hand-written-parts.md').matchAll(row)]
  const parts = rows.map(([, path = '', lines = '']) => ({ path, lines: Number(lines.replaceAll(',', '')) }))

  it('lists every part with its place', () => {
    expect(parts.length).toBeGreaterThan(20)
  })

  it.each(parts)('says about how long $path is', ({ path, lines }) => {
    const actual = linesOf(path)
    expect(Math.abs(actual - lines)).toBeLessThanOrEqual(Math.max(40, actual / 2))
  })
})
