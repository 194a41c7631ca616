import { describe, expect, it } from 'vitest'
import type { KeptPin } from '../../../electron/data/ledger/pins.ts'
import type { HouseholdNeeds, NeededDocument } from '../../../electron/data/reads/travel.ts'
import { readPinStatus } from '../../../electron/travel/pin-status.ts'
import { filesToFetch, isVerificationDue } from '../../../electron/travel/plan-files.ts'
import { type CheckResult, emptyCheckResult, parseCheckResult } from '../../../electron/travel/travel-parts.ts'

const checked = '2026-03-01T09:12:00.000Z'

function aNeed(n: number, more: Partial<NeededDocument> = {}): NeededDocument {
  const held = { size: 1000, sha256: 'ab', held_at: checked, record_updated_at: '2026-01-01T00:00:00Z' }
  return { id: `document_${n}`, title: `Will ${n}`, updated_at: '2026-01-01T00:00:00Z', is_local: false, held, ...more }
}

const needs = (more: Partial<HouseholdNeeds> = {}): HouseholdNeeds => ({
  title: 'Okafor',
  documents: [aNeed(1), aNeed(2)],
  valuations: [{ entity_id: 'entity_1', title: 'Trust', checked_at: checked, outcome: 'none' }],
  individual_ids: ['client_profile_1'],
  summary_ids: ['document_summary_1'],
  bytes: 2000,
  ...more,
})

const pinned = (findings: Partial<CheckResult> = {}, checked_at: string | null = checked): KeptPin => ({
  household_id: 'household_1',
  pinned_at: checked,
  checked_at,
  json: JSON.stringify({ ...emptyCheckResult, ...findings }),
})

const room = { budget: 10_000, pinnedBytes: 2000 }
type Facts = { pin: KeptPin; needs: HouseholdNeeds; busy: boolean; budget: number; pinnedBytes: number }

/** The status of the only pinned household, of which these files are on this computer. */
async function judge(more: Partial<Facts> = {}) {
  const {
    pin,
    needs: needed,
    busy,
    budget,
    pinnedBytes,
  }: Facts = {
    ...{ pin: pinned(), needs: needs(), busy: false, ...room },
    ...more,
  }
  const file = { kind: 'document', id: 'document_1', size: pinnedBytes, used_at: checked, household_id: 'household_1' }
  const answers: Record<string, unknown> = {
    'travel.pins': { pins: [pin], budget },
    'travel.held': { files: [file] },
    'travel.needs': needed,
  }
  type Store = Parameters<typeof readPinStatus>[0]['store']
  const store = { read: async (name: string) => answers[name] } as unknown as Store
  const { households } = await readPinStatus({ store, isBusy: () => busy })
  const [household] = households
  if (!household) throw new Error('No household is pinned.')
  return household
}

describe('the verdict about a pinned household', () => {
  it('is ready when all is at hand and was compared; an entity without a valuation lacks none', async () => {
    expect(await judge()).toMatchObject({
      verdict: 'ready',
      checked_at: checked,
      documents: { total: 2, held: 2 },
      valuations: { total: 1, held: 1 },
      summaries: 1,
      bytes: 2000,
      gaps: [],
      short: 0,
    })
    expect((await judge({ busy: true })).verdict).toBe('ready')
  })

  it('is open until somebody has looked', async () => {
    expect((await judge({ pin: pinned({}, null) })).verdict).toBe('unchecked')
    expect((await judge({ pin: pinned({}, null), busy: true })).verdict).toBe('fetching')
  })

  it('names each file that is missing, and why', async () => {
    const lacking = needs({ documents: [aNeed(1), aNeed(2, { held: null }), aNeed(3, { held: null })] })
    const files = { document_2: { reason: 'The service does not have its file.', size: null } }
    expect(await judge({ needs: lacking, pin: pinned({ files }) })).toMatchObject({
      verdict: 'incomplete',
      documents: { total: 3, held: 1 },
      gaps: [
        { what: 'document', id: 'document_2', title: 'Will 2', reason: 'The service does not have its file.' },
        { what: 'document', id: 'document_3', title: 'Will 3', reason: 'Not downloaded yet.' },
      ],
    })
    expect((await judge({ needs: lacking, busy: true })).verdict).toBe('fetching')
  })

  it('says that a file may be older than its record', async () => {
    const changed = needs({ documents: [aNeed(1, { updated_at: '2026-02-01T00:00:00Z' })] })
    expect(await judge({ needs: changed })).toMatchObject({ verdict: 'incomplete', documents: { total: 1, held: 1 } })
    expect((await judge({ needs: changed })).gaps[0]?.reason).toMatch(/^The document changed after/)
  })

  it('counts a document that waits here to be uploaded as at hand', async () => {
    expect((await judge({ needs: needs({ documents: [aNeed(1, { is_local: true, held: null })] }) })).verdict).toBe(
      'ready',
    )
  })

  it('says by how much it does not fit, as the budget is now', async () => {
    const lacking = needs({ documents: [aNeed(1), aNeed(2, { held: null })], bytes: 1000 })
    const files = { document_2: { reason: 'Its 9.5 kB do not fit.', size: 9500 } }
    const asked = { needs: lacking, pin: pinned({ files }), pinnedBytes: 1000 }
    expect(await judge(asked)).toMatchObject({ verdict: 'over-budget', short: 500 })
    expect(await judge({ ...asked, budget: 20_000 })).toMatchObject({ verdict: 'incomplete', short: 0 })
  })

  it('lists what could not be read, and entities whose valuation is missing', async () => {
    const unreadable = [{ what: 'summary' as const, id: 'document_summary_2', title: 'document_summary_2' }]
    const valuations = [
      { entity_id: 'entity_1', title: 'Trust', checked_at: checked, outcome: 'set-aside' as const },
      { entity_id: 'entity_2', title: 'Fund', checked_at: null, outcome: null },
    ]
    const {
      verdict,
      gaps,
      valuations: counts,
    } = await judge({ pin: pinned({ unreadable }), needs: needs({ valuations }) })
    expect({ verdict, counts }).toEqual({ verdict: 'incomplete', counts: { total: 2, held: 0 } })
    expect(gaps.map(({ what, id }) => [what, id])).toEqual([
      ['summary', 'document_summary_2'],
      ['valuation', 'entity_1'],
      ['valuation', 'entity_2'],
    ])
  })

  it('says that the household is gone', async () => {
    const gone = needs({ title: null, documents: [], valuations: [], summary_ids: [], bytes: 0 })
    expect(await judge({ needs: gone })).toMatchObject({ verdict: 'incomplete', title: 'household_1' })
    expect((await judge({ needs: gone })).problem).toMatch(/no longer/)
  })
})

describe('the plan of files', () => {
  it('fetches what is missing first, what did not fit last, and what may be older after that', () => {
    const documents = [
      aNeed(1, { updated_at: 'later' }),
      aNeed(2, { held: null }),
      aNeed(3),
      aNeed(4, { held: null }),
      aNeed(5, { held: null, is_local: true }),
    ]
    const findings = { ...emptyCheckResult, files: { document_2: { reason: 'Its 5 GB do not fit.', size: 5e9 } } }
    expect(filesToFetch(needs({ documents }), findings)).toEqual([
      { id: 'document_4', isHeld: false },
      { id: 'document_2', isHeld: false },
      { id: 'document_1', isHeld: true },
    ])
  })

  it('reads files through at most once a day', () => {
    const now = Date.parse('2026-03-02T09:00:00Z')
    const dueWhen = (verified_at: string | null) => isVerificationDue({ ...emptyCheckResult, verified_at }, now)
    expect([dueWhen(null), dueWhen('2026-03-01T09:00:00Z'), dueWhen('2026-03-01T09:00:01Z')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('begins again where what was kept cannot be read', () => {
    expect([parseCheckResult('{}'), parseCheckResult('not json')]).toEqual([emptyCheckResult, emptyCheckResult])
  })
})
