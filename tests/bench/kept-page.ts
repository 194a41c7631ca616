import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { GrowthDetails } from './growth/kinds.ts'
import { plotGrowth } from './growth/plot.ts'
import type { Page } from './page.ts'
import { pageText } from './page-text.ts'
import { withTables } from './readme.ts'

const here = import.meta.dirname
const keptPath = join(here, 'figures.json')
const readmePath = join(here, 'README.md')
const plotPath = join(here, 'growth.svg')
/** Pages that are not kept. */
const lastPath = resolve(here, '../../.cache/bench/figures.json')

/** Reads the page that the repository keeps; null if there is none. */
export function readKeptPage(): Page | null {
  return existsSync(keptPath) ? (JSON.parse(readFileSync(keptPath, 'utf8')) as Page) : null
}

/**
 * Writes a page as JSON and, beside it, as Markdown, into the folder of caches; with `keep` also into the repository, with the tables of
 * the README and the plot of growth.
 *
 * @returns the paths of the files
 */
export function writePage(page: Page, { keep }: { keep: boolean }): string[] {
  const written = writeBoth(page, lastPath)
  if (!keep) return written
  writeFileSync(keptPath, jsonOf(page))
  writeFileSync(readmePath, withTables(readFileSync(readmePath, 'utf8'), page))
  const { growth } = page.details
  if (growth) writeFileSync(plotPath, plotGrowth(growth as GrowthDetails))
  return [...written, keptPath, readmePath]
}

function writeBoth(page: Page, path: string): string[] {
  mkdirSync(dirname(path), { recursive: true })
  const text = path.replace(/\.json$/, '.md')
  writeFileSync(path, jsonOf(page))
  writeFileSync(text, pageText(page))
  return [path, text]
}

const jsonOf = (page: Page): string => `${JSON.stringify(page, null, 2)}\n`
