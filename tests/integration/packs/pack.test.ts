import { access, readdir, readFile, stat } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sheetOf } from '../../../shared/domain/balance-sheet.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { formatCents } from '../../../shared/domain/money.ts'
import { sweep } from '../data/support/open-store.ts'
import { anEdit, step } from '../data/support/operations.ts'
import {
  aDocument,
  aHousehold,
  anEntity,
  anIndividual,
  aUser,
  aValuation,
  bodyOf,
  many,
} from '../data/support/records.ts'
import { estateStatuses, fillPackFirm } from './support/fill-pack-firm.ts'
import { connectionId, openPackFirm, type PackFirm, usual } from './support/pack-firm.ts'
import { readPdf } from './support/read-pdf.ts'

let firm: PackFirm
beforeEach(async () => {
  firm = await openPackFirm()
})
afterEach(() => firm.close())

const day = (n: number) => `2025-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`
const ada = anIndividual(1, { date_of_birth: '1950-02-03' })

/** A household with entities enough for tables of several pages; the last one has no valuation. */
const fill = ({ entities, people = 2 }: { entities: number; people?: number }) =>
  fillPackFirm(firm, {
    households: [aHousehold(1, { name: 'Okafor household', notes: 'Dislikes bonds.' })],
    individuals: [
      ada,
      anIndividual(2, { is_primary: false, is_deceased: true }),
      ...many((n) => anIndividual(n + 2, { is_primary: false }), people - 2),
    ],
    entities: many(
      (n) => anEntity(n, { in_estate_status: estateStatuses[n % 3], kind: n % 2 === 0 ? 'SLAT_TRUST' : 'ILIT_TRUST' }),
      entities,
    ),
    documents: [aDocument(1, { name: 'Will of Ada', individual_id: 'client_profile_1' })],
    valuationOf(n) {
      if (n === entities) return null
      return aValuation(n, { effective_date: day(n), directly_held_asset_value: n === 3 ? -1234.56 : 100_000.01 * n })
    },
  })

const wholePdf = async (path: string | null) => readPdf(await readFile(path ?? ''))

test('a pack has the amounts of the balance sheet to the cent, each with its date, and is a tagged document', async () => {
  await fill({ entities: 60 })
  const { path, steps } = await firm.make(['household_1'], { questions: ['Gift the <b>farm</b>?'] })
  expect(steps.at(-1)).toMatchObject({ done: 1, total: 1, failed: [], ended: true })
  const pdf = await wholePdf(path)
  const text = pdf.pages.join(' ')

  const sheet = sheetOf(await firm.store.read('rollUps.household', { id: 'household_1' }))
  const lines = [sheet, ...sheet.groups, ...sheet.groups.flatMap(({ kinds }) => kinds)]
  for (const { cents, oldest, newest } of lines) {
    const dates = [oldest, newest].map((date) => formatCalendarDate(date ?? '')).join(' – ')
    expect(text).toContain(`${formatCents(cents)} ${dates}`)
  }
  for (const { cents } of sheet.groups.flatMap(({ kinds }) => kinds.flatMap(({ classes }) => classes))) {
    expect(text).toMatch(new RegExp(`${formatCents(cents).replace(/[$.]/g, '\\$&')} \\w{3} \\d`))
  }
  for (let n = 1; n < 60; n += 1) {
    const cents = n === 3 ? -123_456n : 10_000_001n * BigInt(n)
    expect(text).toContain(`${formatCents(cents)} ${formatCalendarDate(day(n))}`)
  }
  expect(text).toContain('Gift the <b>farm</b>?')
  expect(text).not.toContain('household_1')
  expect(text).not.toContain('entity_')
  expect(text).not.toContain('Dislikes bonds.')
  expect(text).not.toContain('Unsent')

  const valued = pdf.pages.filter((page) => page.includes('Last checked'))
  expect(valued.length).toBeGreaterThan(1)
  expect(pdf.lang).toMatch(/^en/)
  expect(pdf.title).toBe('Okafor household – Meeting pack')
  const headings = [
    'At a glance',
    'People',
    'Balance sheet',
    'Estate map',
    'Valuations',
    'Change in value',
    'Next dates',
    'Documents',
    'Open questions',
  ]
  expect(pdf.outline).toEqual(expect.arrayContaining(['Okafor household', ...headings]))
  expect(pdf.roles.flat()).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD', 'Figure', 'L']))
  expect(pdf.hasScripts).toBe(false)
  expect(pdf.links).toEqual([])
  for (const [at, page] of pdf.pages.entries()) expect(page).toContain(`Page ${at + 1} of ${pdf.pages.length}`)
})

test('each page of the balance sheet begins with the name of its group, and with a kind of entity', async () => {
  const assets = many(
    (at) => ({
      id: `assetv2_${at}`,
      asset_class: { id: `asset_class_${at}`, display_name: `Class ${at}` },
      display_name: `Asset ${at}`,
      value: 1000 * at,
    }),
    24,
  )
  await fillPackFirm(firm, {
    households: [aHousehold(1)],
    individuals: [ada],
    entities: many(
      (n) => anEntity(n, { in_estate_status: 'in_estate', kind: n % 2 === 0 ? 'SLAT_TRUST' : 'ILIT_TRUST' }),
      2,
    ),
    documents: [],
    valuationOf: (n) => aValuation(n, { directly_held_assets: assets }),
  })
  const pdf = await wholePdf(
    (await firm.make(['household_1'], { options: { ...usual, sections: ['balance-sheet'] } })).path,
  )
  const pages = pdf.pages.filter((page) => page.includes('Recorded value'))
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page).toMatch(/In estate Entities Recorded value As of (SLAT|ILIT)/)
})

test('a pack without questions has no section for them', async () => {
  await fill({ entities: 1 })
  const pdf = await wholePdf((await firm.make(['household_1'], { questions: [' '] })).path)
  expect(pdf.outline).toContain('Documents')
  expect(pdf.outline).not.toContain('Open questions')
})

test('a pack marks each page as long as edits of the household are unsent, and shows them applied', async () => {
  await fill({ entities: 40 })
  await firm.store.outbox.commit(step(anEdit(1, 'individuals', ada, { last_name: 'Lind' })))
  const pdf = await wholePdf((await firm.make(['household_1'])).path)
  expect(pdf.pages.length).toBeGreaterThan(2)
  for (const page of pdf.pages) expect(page).toContain('Unsent changes')
  const text = pdf.pages.join(' ')
  expect(text).toContain('Ada Lind')
  expect(text).toContain('This pack includes 1 change made on this computer that was not sent to the service yet.')
  expect(text).toContain('Waiting to be sent')
})

test('a pack lists the roles that the advisor noted, by what they are in', async () => {
  await fill({ entities: 2 })
  const from = { resource: 'individuals', id: ada.id } as const
  const to = { resource: 'entities', id: 'entity_1' } as const
  const link = { household_id: 'household_1', from, to, origin: 'drawn' } as const
  for (const [at, role] of ['Grantor', 'Trustee'].entries())
    await firm.store.writeLedger('estate.addLink', { ...link, id: `link-${at}`, role })
  const gone = { resource: 'individuals', id: 'client_profile_99' } as const
  await firm.store.writeLedger('estate.addLink', { ...link, id: 'link-9', from: gone, role: 'Beneficiary' })
  const [, text = ''] = (await pageText()).split('Roles Noted by your advisor, not in the system of record.')
  expect(text).toMatch(/Trust 1 : Ada \S+ , Grantor ; Ada \S+ , Trustee/)
  expect(text).not.toContain('Beneficiary')
})

test('no card or line of a kind in the picture of the structure says how old a value is', async () => {
  for (const entities of [4, 60]) {
    await fill({ entities })
    const text = await pageText({ sections: ['estate-map'] })
    expect(text).toContain('Full bar: the largest entity')
    expect(text).not.toMatch(/\d (?:days?|weeks?|months?|years?) old/)
  }
})

test.each([
  [20, 2],
  [60, 30],
  [150, 60],
])(
  'the structure of %i entities and %i people is printed with words of at least 7 points, on as many pages as it needs',
  async (entities, people) => {
    await fill({ entities, people })
    const chosen = { options: { ...usual, sections: ['estate-map' as const] }, questions: [] }
    const { body } = await firm.packs.page({ connectionId, household_id: 'household_1', ...chosen })
    const drawings = [
      ...body.matchAll(/<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*aria-label="Estate map of[^>]*>.*?<\/svg>/gs),
    ]
    expect(drawings.length).toBeGreaterThan(0)
    for (const [drawing, width, height] of drawings) {
      // A page has 184 mm by 205 mm for a picture.
      const points = Math.min(184 / Number(width), 205 / Number(height)) * (72 / 25.4)
      // Initials are smaller where numbers tell them apart; the roles are listed in words as well.
      const words = [...drawing.matchAll(/<text [^>]*>/g)].filter(([text]) => !text.includes('text-anchor="middle"'))
      const sizes = words.map(([text]) => Number(/font-size="([\d.]+)"/.exec(text)?.[1]) * points)
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(7)
    }
    const figures = drawings.map(([drawing]) => drawing).join(' ')
    if (entities < 30) for (let n = 1; n <= entities; n += 1) expect(figures).toContain(`Trust ${n}<`)
  },
)

test('sections come as chosen, and internal notes only then', async () => {
  await fill({ entities: 2 })
  const pdf = await wholePdf(
    (await firm.make(['household_1'], { options: { ...usual, sections: ['notes', 'people'] } })).path,
  )
  expect(pdf.outline).toEqual(['Okafor household', 'Internal notes', 'People'])
  expect(pdf.pages.join(' ')).toContain('Dislikes bonds.')
})

test('the next dates of a year are in a pack, without those that are done, and the words of each rule once', async () => {
  await fill({ entities: 1 })
  expect(await pageText()).toContain('Next dates')
  const record = { resource: 'entities', id: 'entity_1' } as const
  const owned = { household_id: 'household_1', record, source: null }
  const premium = { kind: 'premium', title: 'Premium', date: '2026-12-05', every: 'quarter', until: null } as const
  await firm.store.writeLedger('dates.add', { ...owned, id: 'date-1', fields: premium })
  const was = { is_done: false, snoozed_until: null, note: '' }
  const mark = (date: string, changed: object) =>
    firm.store.writeLedger('dates.mark', { subject: 'date-1', what: 'own', date, was, mark: { ...was, ...changed } })
  await mark('2026-12-05', { is_done: true })
  await mark('2027-06-05', { snoozed_until: '2027-05-01', note: 'Internal' })
  const text = await pageText({ sections: ['next-dates'] })
  expect(text.match(/\S+ \S+ \S+ Premium Trust 1 Noted by your advisor/g)).toEqual([
    expect.stringContaining('Mar 5, 2027'),
    expect.stringContaining('Jun 5, 2027'),
    expect.stringContaining('Sep 5, 2027'),
  ])
  expect(text).not.toContain('Internal')
  expect(text).toMatch(/Dec 31, 2026 Required distribution of the year Ada \S+ A rule/)
  expect(text.split('Check it before you rely on it').length).toBe(2)
  expect(text.split('Required distribution of the year :').length).toBe(2)
})

test('a pack says what became of each value since the last meeting, and without one since a year ago', async () => {
  await fill({ entities: 3 })
  const later = aValuation(2, { effective_date: '2026-06-01', directly_held_asset_value: 250_000 })
  await firm.store.applyValuation({ entityId: 'entity_2', bytes: bodyOf({ ...later, id: 'valuation-later' }) })
  await firm.store.flush()
  const since = await pageText({ sections: ['value-change'] })
  expect(since).toContain('Since a year ago, Nov 23, 2025 .')
  expect(since).toMatch(/Revalued – Another value on the second day 1 \+\$49,999\.98/)
  expect(since).toContain('Trust 2 Revalued $200,000.02 $250,000.00 +$49,999.98')
  expect(since).not.toContain('Trust 1')
  // Of the third nothing was ever seen.
  expect(since).toContain('1 entity had no value that this computer knows of on Nov 23, 2025')
  expect(since).toContain(
    '1 entity had no value that this computer knows of on Nov 23, 2026 , so the sum of that day is',
  )

  const met = (met_at: string) =>
    firm.store.writeLedger('changes.meet', { household_id: 'household_1', id: met_at, meeting: { met_at, note: '' } })
  await met('2026-07-01T12:00:00.000Z')
  const sinceMet = await pageText({ sections: ['value-change'], since_met: false })
  expect(sinceMet).toContain('Since the last meeting, Jul 1, 2026 .')
  expect(sinceMet).not.toContain('Revalued')
  // Nothing can have changed since a meeting of the same day: the one before it counts.
  await met('2026-11-23T12:00:00.000Z')
  expect(await pageText({ sections: ['value-change'] })).toContain('Since the last meeting, Jul 1, 2026 .')
})

test('where no value was seen on the first day, a pack compares none and lists none as changed', async () => {
  await fill({ entities: 3 })
  const since = await pageText({ sections: ['value-change'] })
  expect(since).toMatch(/Unchanged – The same value on both days 2 /)
  expect(since).toMatch(/Not known on one day – .* 1 /)
  expect(since).not.toContain('Trust 3')
})

test('a pack of entities without any known value compares nothing, and has no words about bars', async () => {
  await fillPackFirm(firm, {
    households: [aHousehold(1)],
    entities: many((n) => anEntity(n), 3),
    ...{ individuals: [], documents: [], valuationOf: () => null },
  })
  const text = await pageText()
  expect(text).toContain('At a glance')
  expect(text).not.toContain('Change in value')
  expect(text).not.toContain('Bars are in proportion')
})

test('a pack has no section for which nothing is recorded, and says so if that is every one', async () => {
  await fillPackFirm(firm, {
    households: [aHousehold(1)],
    ...{ individuals: [], entities: [], documents: [], valuationOf: () => null },
  })
  const text = await pageText()
  expect(text).toMatch(/Nothing is recorded yet for the chosen sections\. $/)
  for (const words of ['At a glance', 'Changes', 'Next dates', 'Change in value', 'None'])
    expect(text).not.toContain(words)
})

test('the cover names the firm, or else the connection, and who prepared it; the next page begins with the value', async () => {
  await fill({ entities: 3 })
  const cover = () => pageText({ sections: ['cover', 'summary'] })
  expect(await cover()).toMatch(
    /^ ?Okafor &amp; Lind Okafor household Meeting pack, Nov 23, 2026 Relationship owner: Uma Advisor1/,
  )
  await firm.store.writeLedger('packs.setFirm', { name: 'Lind Partners', logo: null })
  await firm.store.writeLedger('places.setMe', { user_id: 'user_1' })
  expect(await cover()).toMatch(
    /^ ?Lind Partners Okafor household Meeting pack, Nov 23, 2026 Prepared by Uma Advisor1 Records/,
  )
  const later = aValuation(2, { effective_date: '2026-06-01', directly_held_asset_value: 250_000 })
  await firm.store.applyValuation({ entityId: 'entity_2', bytes: bodyOf({ ...later, id: 'valuation-later' }) })
  await firm.store.flush()
  const [, text = ''] = (await cover()).split('At a glance')
  expect(text).toContain('Recorded value $350,000.01 3 entities, 1 without a known value, as of')
  expect(text).toContain('No estate status 1 $250,000.00 71.4%')
  expect(text).toContain('Out of estate 1 $100,000.01 28.6%')
  expect(text).toContain(
    'Since a year ago, Nov 23, 2025 +$49,999.98 (+16.6%), from $300,000.03 to $350,000.01 for the 2 entities with a value on both days',
  )
})

test('only the saved file is left, readable by its owner alone', async () => {
  await fill({ entities: 2 })
  const { path } = await firm.make(['household_1'])
  expect((await stat(path ?? '')).mode & 0o777).toBe(0o600)
  const named = /^Meeting pack Okafor household – Okafor & Lind – \d{4}-\d\d-\d\d\.pdf$/
  expect(await readdir(firm.saved)).toEqual([expect.stringMatching(named)])
  await expect(access(firm.profile)).rejects.toThrow('ENOENT')
})

/** The text of the household's pack as the page draws it. */
async function pageText(options: Partial<typeof usual> = {}): Promise<string> {
  const chosen = { options: { ...usual, ...options }, questions: [] }
  const { body } = await firm.packs.page({ connectionId, household_id: 'household_1', ...chosen })
  return body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('a pack of a copy that is not fully read says so, and calls nothing missing or not valued that may still come', async () => {
  await sweep(firm.store, 'users', [[aUser(1)]])
  await sweep(firm.store, 'households', [[aHousehold(1)]])
  const unread = await pageText()
  expect(unread).toContain('Steward has not read all people, entities, and documents of the firm yet.')
  for (const words of ['People not read yet.', 'Entities not read yet.', 'Documents not read yet.'])
    expect(unread).toContain(words)
  for (const words of ['No one yet', 'No entities', 'No documents', 'Not on file']) expect(unread).not.toContain(words)

  await sweep(firm.store, 'individuals', [[ada]])
  await sweep(firm.store, 'documents', [[]])
  await sweep(firm.store, 'entities', [[anEntity(1), anEntity(2)]])
  await firm.store.applyValuation({ entityId: 'entity_1', bytes: bodyOf(aValuation(1)) })
  await firm.store.flush()
  const unasked = await pageText()
  expect(unasked).not.toContain('not read')
  expect(unasked).toContain('No value known')
  expect(unasked).toContain('2, 1 without a known value')
  expect(unasked).toMatch(
    /The service was last asked for these figures .*, and was not asked yet, or did not answer, for 1\./,
  )
  expect(unasked).not.toMatch(/not valued/i)

  await firm.store.applyValuation({ entityId: 'entity_2', bytes: null })
  await firm.store.flush()
  const known = await pageText()
  expect(known).toContain('2, 1 not valued')
  expect(known).toContain('Not valued')
  expect(known).not.toContain('without a known value')
})

test('a long list of documents that may be missing is in two columns: 125 take two pages', async () => {
  await fill({ entities: 60 })
  const { path } = await firm.make(['household_1'])
  const { pages } = await wholePdf(path)
  const listed = pages.filter((page) => /(?:Trust agreement|Insurance policy|Crummey letter of \d{4})/.test(page))
  expect(listed).toHaveLength(2)
})
