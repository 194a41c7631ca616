import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBuild } from '../../doubles/ensure-build.ts'

const assets = resolve(import.meta.dirname, '../../../out/renderer/assets')

/** Every built script with its text. */
const scripts = new Map<string, string>()

beforeAll(async () => {
  await ensureBuild()
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  for (const name of names) scripts.set(name, await readFile(join(assets, name), 'utf8'))
})

/** The scripts that one needs before it runs, and itself. */
function withImports(start: readonly string[]): Set<string> {
  const needed = new Set(start)
  for (const name of needed)
    for (const [, imported = ''] of (scripts.get(name) ?? '').matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g))
      needed.add(imported)
  return needed
}

/** What the page loads until its first rows: its entry, and what that requests by itself. */
function firstScreen(): Set<string> {
  const [index = ''] = [...scripts.keys()].filter((name) => name.startsWith('index-'))
  const entry = withImports([index])
  const requested = [...entry].flatMap((name) =>
    [...(scripts.get(name) ?? '').matchAll(/import\(\s*["'`]\.\/([^"'`]+)["'`]\)/g)].map(([, file = '']) => file),
  )
  return withImports([...entry, ...requested])
}

const has = (names: Iterable<string>, words: string) => [...names].some((name) => scripts.get(name)?.includes(words))

describe('the first screen', () => {
  it('is found among the built files', () => {
    const first = firstScreen()
    expect(has(first, '@mantine/core/Button')).toBe(true)
    expect(first.size).toBeLessThan(12)
  })

  it.each(['Modal', 'Select', 'Menu', 'Combobox', 'Popover', 'Tooltip'])('loads no %s', (part) => {
    expect(has(scripts.keys(), `@mantine/core/${part}`)).toBe(true)
    expect(has(firstScreen(), `@mantine/core/${part}`)).toBe(false)
  })

  it('loads no schemas', () => {
    expect(has(scripts.keys(), 'ZodError')).toBe(true)
    expect(has(firstScreen(), 'ZodError')).toBe(false)
  })
})
