import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright'
import { build } from 'vite'
import type { EstateMap, EstateNode } from '../../../shared/ipc/estate.ts'
import { entityKinds, inEstateStatuses } from '../../../shared/service/entity.ts'
import { browserOptions } from '../../../tools/lib/browser.mjs'
import { createRandom } from '../generate/random.ts'
import type { BenchResult } from '../result.ts'

const entities = 150
const seed = 7
const drawings = 20

/**
 * Measures how long Chromium takes to lay out and draw the structure of an estate of 150 entities with 40 roles, and to follow the user
 * where every kind is open.
 */
export async function benchMap(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bench-map-'))
  const browser = await chromium.launch(browserOptions())
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: folder,
        lib: {
          entry: resolve(import.meta.dirname, 'in-page.tsx'),
          formats: ['iife'],
          name: 'bench',
          fileName: () => 'page.js',
        },
      },
    })
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    await page.addScriptTag({ path: join(folder, 'page.js') })
    const map = makeMap()
    const times: number[] = []
    for (let at = 0; at < drawings; at += 1)
      times.push(await page.evaluate((shown) => window.drawMap(shown, false), map))
    const firstOpen = await page.evaluate((shown) => window.drawMap(shown, true), map)
    const changes: Record<'choose' | 'step' | 'fold', number[]> = { choose: [], step: [], fold: [] }
    for (let nth = 0; nth < drawings; nth += 1) {
      for (const what of ['choose', 'step', 'fold'] as const)
        changes[what].push(await page.evaluate(([one, at]) => window.changeMap(one, at), [what, nth] as const))
      // The same line again, so that every kind is open for the next change.
      await page.evaluate((at) => window.changeMap('fold', at), nth)
    }
    const figures = {
      map_first_ms: round(times[0]),
      map_p50_ms: median(times.slice(1)),
      map_slowest_ms: round(Math.max(...times.slice(1))),
      map_open_ms: round(firstOpen),
      map_choose_ms: median(changes.choose.slice(1)),
      map_step_ms: median(changes.step.slice(1)),
      map_fold_ms: median(changes.fold.slice(1)),
    }
    return { figures }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const round = (ms = 0) => Math.round(ms * 10) / 10
const median = (times: readonly number[]) => round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)])

function makeMap(): EstateMap {
  const random = createRandom(seed)
  const from = (at: number): EstateNode => ({ resource: 'individuals', id: `p-${at % 8}` })
  const to = (at: number): EstateNode => ({ resource: 'entities', id: `e-${(at * 7) % entities}` })
  return {
    household_name: 'Okafor',
    entities: Array.from({ length: entities }, (_, at) => ({
      id: `e-${at}`,
      name: `Okafor ${at % 3 === 0 ? 'Family Irrevocable Trust' : 'Holdings, LLC'} of ${1970 + (at % 50)} No. ${at}`,
      kind: entityKinds[at % entityKinds.length] ?? '',
      stage: 'ACTIVE',
      in_estate_status: inEstateStatuses[at % 3] ?? '',
      value: at % 12 === 0 ? null : at % 25 === 1 ? -1000 : Math.round(random.next() ** 4 * 5_000_000_00) / 100,
      effective_date: at % 12 === 0 ? null : '2025-03-31',
    })),
    entity_count: entities,
    people: Array.from({ length: 8 }, (_, at) => ({
      id: `p-${at}`,
      name: `Person${at} Okafor`,
      is_primary: at < 2,
      is_deceased: false,
      date_of_birth: `${1948 + at * 6}-05-01`,
      date_of_death: null,
      may_be: ['trustee'],
    })),
    edges: Array.from({ length: 14 }, (_, at) => ({ from: from(at), to: to(at), documents: [] })),
    proposals: Array.from({ length: 13 }, (_, at) => ({
      from: from(at),
      to: to(at + 20),
      role: 'Trustee',
      alike: [],
      evidence: [{ kind: 'asset', source: 'x', asset_name: 'Fund' } as const],
    })),
    links: Array.from({ length: 13 }, (_, at) => ({
      id: `l-${at}`,
      from: { ...from(at), name: null },
      to: { ...to(at + 40), name: null },
      role: 'Beneficiary',
      origin: 'drawn' as const,
      made_at: '2026-01-01T00:00:00Z',
      found_in: [],
    })),
    unread_summaries: 0,
  }
}
