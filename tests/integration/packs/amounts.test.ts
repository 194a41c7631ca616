import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aCreate, step } from '../data/support/operations.ts'
import { aDocument, aHousehold, anEntity, anIndividual, aValuation, bodyOf, many } from '../data/support/records.ts'
import { estateStatuses, fillPackFirm } from './support/fill-pack-firm.ts'
import { openPackFirm, type PackFirm, usual } from './support/pack-firm.ts'
import { type ReadPdf, readPdf } from './support/read-pdf.ts'

let firm: PackFirm
beforeEach(async () => {
  firm = await openPackFirm()
})
afterEach(() => firm.close())

/** Entities of each household. */
const sizes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17, 20, 24, 29, 38, 55]
const kinds = ['REVOCABLE_TRUST', 'SLAT_TRUST', 'ILIT_TRUST', 'LLC']
/** Each valuation lists one asset of this many cents; the rest of its value is not itemized. */
const listed = 100_050n

type Owned = { n: number; household: number; status: string; kind: string; before: bigint | null; after: bigint | null }

/** The entities of the book in whole cents. Some are debts, some have no value, some were valued again, some here and not sent yet. */
const owned: Owned[] = sizes
  .flatMap((size, at) => many(() => at + 1, size))
  .map((household, at) => {
    const n = at + 1
    const before = n % 9 === 0 ? null : n % 7 === 3 ? -123_456n * BigInt(n) : 10_000_001n * BigInt(n)
    const after = before === null ? null : n % 5 === 0 ? before + 1_234_567n : n % 11 === 0 ? before - 98_765n : before
    return {
      ...{ n, household, before, after },
      status: estateStatuses[n % 3] ?? '',
      kind: kinds[(n * 7) % 4] ?? '',
    }
  })

const usd = (cents: bigint) => Number(cents) / 100
/** An amount as a pack writes it, by other means than the app. */
function written(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0n ? '\u2212' : ''}$${whole}.${digits.slice(-2)}`
}

/** Logged on this computer and not sent: both assets are listed. */
const isUnsent = ({ n, before, after }: Owned) => before !== after && n % 2 === 1

const sum = (amounts: readonly (bigint | null)[]) => amounts.reduce((total: bigint, one) => total + (one ?? 0n), 0n)
const afterOf = (entities: readonly Owned[]) => sum(entities.map(({ after }) => after))

async function fill(): Promise<void> {
  await fillPackFirm(firm, {
    households: sizes.map((_size, at) => aHousehold(at + 1, { name: `Family ${at + 1}` })),
    individuals: sizes.flatMap((size, at) =>
      many((n) => anIndividual(100 * at + n, { household_id: `household_${at + 1}` }), size === 0 ? 0 : 1 + (size % 6)),
    ),
    entities: owned.map(({ n, household, status, kind }) =>
      anEntity(n, { household_id: `household_${household}`, in_estate_status: status, kind }),
    ),
    documents: sizes.flatMap((size, at) =>
      many((n) => aDocument(100 * at + n, { household_id: `household_${at + 1}` }), size % 13),
    ),
    valuationOf(n) {
      const before = owned[n - 1]?.before ?? null
      return before === null
        ? null
        : aValuation(n, { effective_date: '2025-03-31', directly_held_asset_value: usd(before) })
    },
  })
  const again = owned.filter(({ before, after }) => before !== after)
  for (const one of again) {
    const { n, after } = one
    const later = { effective_date: '2026-05-31', directly_held_asset_value: usd(after ?? 0n) }
    if (!isUnsent(one)) {
      const bytes = bodyOf(aValuation(n, { ...later, id: `valuation_again_${n}` }))
      await firm.store.applyValuation({ entityId: `entity_${n}`, bytes })
      continue
    }
    const assets = [usd(listed), usd((after ?? 0n) - listed)].map((value, at) => ({
      asset_class_id: at === 0 ? 'asset_class_1' : 'asset_class_2',
      display_name: `Asset ${at}`,
      value,
    }))
    const fields = { effective_date: '2026-05-31', directly_held_assets: assets }
    await firm.store.outbox.commit(step(aCreate(n, 'valuations', { parent_id: `entity_${n}`, fields })))
  }
  await firm.store.flush()
  expect(new Set(again.map(isUnsent)).size).toBe(2)
}

/** Every amount that a pack of these entities may have, summed here alone. */
function expectedOf(entities: readonly Owned[]): { all: Set<string>; leading: string[] } {
  const by = (of: (one: Owned) => string) => [...Map.groupBy(entities, of).values()]
  const parts = [...by(({ status }) => status), ...by(({ status, kind }) => `${status} ${kind}`)]
  // The estate map adds up the trusts of a status, and what is no trust.
  const families = by(({ status, kind }) => `${status} ${kind === 'LLC'}`)
  const valued = (part: readonly Owned[]) => part.filter(({ after }) => after !== null)
  const classes = parts.flatMap((part) => {
    const [here, there] = [valued(part).filter(isUnsent), valued(part).filter((one) => !isUnsent(one))]
    const rest = (some: readonly Owned[]) => afterOf(some) - listed * BigInt(some.length)
    return [listed * BigInt(valued(part).length), rest(here), rest(there)]
  })
  const known = entities.filter(({ before }) => before !== null)
  const moved = known.map(({ before, after }) => (after ?? 0n) - (before ?? 0n))
  const [up, down] = [moved.filter((one) => one > 0n), moved.filter((one) => one < 0n)]
  const [before, after] = [sum(known.map((one) => one.before)), sum(known.map((one) => one.after))]
  const leading =
    valued(entities).length === 0 ? [] : [after, ...parts.filter((part) => valued(part).length > 0).map(afterOf)]
  const single = [...entities.flatMap((one) => [one.before ?? 0n, one.after ?? 0n]), ...moved]
  const all = [
    ...leading,
    ...families.map(afterOf),
    ...classes,
    ...single,
    sum(up),
    sum(down),
    before,
    after,
    after - before,
    0n,
  ]
  return { all: new Set(all.map(written)), leading: leading.map(written) }
}

/** What is wrong with where the pages of a pack begin and end. */
function pageProblems({ lines, roles, outline }: ReadPdf): string[] {
  return lines.flatMap((page, at) => {
    const isFigure = roles[at]?.includes('Figure')
    const last = page.at(-1) ?? ''
    return [
      ...(at > 0 && lines.length > 2 && !isFigure && page.length < 5
        ? [`page ${at + 1} has ${page.length} lines: ${page.join(' | ')}`]
        : []),
      ...(at === lines.length - 1 && at > 3 && page.length < 10
        ? [`the last page has ${page.length} lines: ${page.join(' | ')}`]
        : []),
      ...(/ Entities Recorded value As of$/.test(page.at(-2) ?? '')
        ? [`page ${at + 1} ends with one row of a table`]
        : []),
      ...(at < lines.length - 1 && outline.includes(page.at(-2) ?? '')
        ? [`page ${at + 1} ends with “${page.at(-2)}” and one line`]
        : []),
      ...(outline.includes(last) || /^(Entity Kind|Date What|Change Entities|Seen Record)/.test(last)
        ? [`page ${at + 1} ends with “${last}”`]
        : []),
    ]
  })
}

test('each amount of 20 packs equals a sum of its own, and no page has a heading or a few lines alone', async () => {
  await fill()
  const households = sizes.map((_size, at) => `household_${at + 1}`)
  const questions = ['Who follows as trustee?']
  const { path } = await firm.make(households, { options: usual, questions, folder: true })
  const problems: string[] = []
  for (const [at, size] of sizes.entries()) {
    const pdf = await readPdf(await readFile(join(path ?? '', `Family ${at + 1}.pdf`)))
    const text = pdf.pages.join(' ').replaceAll('\u2212 ', '\u2212')
    const expected = expectedOf(owned.filter(({ household }) => household === at + 1))
    const amounts: readonly string[] = text.match(/\u2212?\$[\d,]+\.\d\d/g) ?? []
    const foreign = amounts.filter((amount) => !expected.all.has(amount))
    const missing = expected.leading.filter((amount) => !amounts.includes(amount))
    if (foreign.length > 0 || missing.length > 0)
      problems.push(`${size} entities: unexpected ${foreign.join(', ')}; missing ${missing.join(', ')}`)
    problems.push(...pageProblems(pdf).map((problem) => `${size} entities: ${problem}`))
    expect(amounts.length > 0).toBe(expected.leading.length > 0)
    expect(pdf.lang).toMatch(/^en/)
    expect(pdf.outline[0]).toBe(`Family ${at + 1}`)
    expect(pdf.outline[1]).toBe(size === 0 ? 'Open questions' : 'At a glance')
    expect(pdf.roles.flat()).toEqual(
      expect.arrayContaining(size === 0 ? ['H1', 'H2', 'L'] : ['H1', 'H2', 'Table', 'TH', 'TD', 'L']),
    )
    for (const words of ['None.', 'No one yet', 'No entities', 'No documents', 'No notes'])
      expect(text).not.toContain(words)
  }
  expect(problems).toEqual([])
}, 300_000)
