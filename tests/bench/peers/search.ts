import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { generatedMirror } from '../generate/mirror-cache.ts'
import { createRandom } from '../generate/random.ts'
import { p50, p95, round2, timeOf } from '../query/measure.ts'
import { openReader } from '../query/open-sides.ts'
import { keystrokes } from '../query/search-and-sums.ts'
import type { PeerRow } from './table.ts'

const seed = 7
const what = 'Search of a million people for each keystroke'

type Answers = { built_ms: number; times: number[]; rss_mib: number }

/** Asks both the same keystrokes: Steward's search over its encrypted mirror, and MiniSearch over the people's names in memory. */
export async function compareSearch(individuals: number): Promise<PeerRow[]> {
  const { reader, close } = openReader(await generatedMirror(seed, { individuals }))
  try {
    const typed = keystrokes(reader.mirror, createRandom(seed), 160)
    const before = process.memoryUsage.rss()
    const times = typed.map((text) => timeOf(() => reader.search.query({ text, limit: 20 })))
    const ours = { times, rss_mib: (process.memoryUsage.rss() - before) / 2 ** 20 }
    return [
      {
        what,
        name: 'Steward, FTS5 in the encrypted mirror',
        figures: {
          ...timesText(ours.times),
          'ready after': 'at once: kept on disk',
          memory: `${Math.round(ours.rss_mib)} MiB more`,
        },
        remarks: 'Also searches households, entities, documents and notes. No misspelled words.',
      },
      await askMiniSearch(individuals, typed),
    ]
  } finally {
    close()
  }
}

async function askMiniSearch(individuals: number, typed: readonly string[]): Promise<PeerRow> {
  const script = fileURLToPath(new URL('./page/minisearch-child.mjs', import.meta.url))
  const child = spawn(process.execPath, ['--max-old-space-size=8192', script, String(individuals)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(typed.map((line) => `${line}\n`).join(''))
  const { built_ms, times, rss_mib } = JSON.parse(await text(child.stdout)) as Answers
  return {
    what,
    name: 'MiniSearch 7, in memory',
    figures: {
      ...timesText(times),
      'ready after': `${(built_ms / 1000).toFixed(1)} s`,
      memory: `${Math.round(rss_mib)} MiB`,
    },
    remarks:
      'Here only names of people. Finds misspelled words if asked to. Built anew at every start, or loaded whole.',
  }
}

const timesText = (times: number[]) => ({ p50: `${round2(p50(times))} ms`, p95: `${round2(p95(times))} ms` })
