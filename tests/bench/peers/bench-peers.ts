import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchOptions, BenchResult } from '../result.ts'
import { compareGrids } from './grids.ts'
import { compareSearch } from './search.ts'
import { compareStores } from './stores.ts'
import { compareSweeps } from './sweep.ts'
import { type PeerRow, peersText } from './table.ts'

/**
 * Compares parts of Steward with programs that do similar work, in one run on one computer. The others are packages of this folder,
 * which are installed on first use.
 */
export async function benchPeers({
  individuals,
  rounds,
}: Pick<BenchOptions, 'individuals' | 'rounds'>): Promise<BenchResult> {
  installPeers()
  const rows: PeerRow[] = []
  for (const compare of [
    () => compareGrids(rounds),
    () => compareSearch(individuals),
    () => compareStores(),
    () => compareSweeps(rounds),
  ]) {
    const found = await compare()
    console.log(`${peersText(found)}\n`)
    rows.push(...found)
  }
  return { figures: {}, details: rows }
}

/** Installs the packages of this folder as its lock file says, unless they are installed already. */
function installPeers(): void {
  const cwd = import.meta.dirname
  const installed = join(cwd, 'node_modules/.package-lock.json')
  if (existsSync(installed) && isCurrent(installed, join(cwd, 'package-lock.json'))) return
  console.log('Installing the programs to compare with (once)…')
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
}

type Lock = { packages: Record<string, { version?: string; dev?: boolean; optional?: boolean }> }

/** True if every package of the lock file is installed in its version. */
function isCurrent(installed: string, wanted: string): boolean {
  const read = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as Lock).packages
  const present = read(installed)
  return Object.entries(read(wanted)).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  )
}
