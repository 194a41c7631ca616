import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { createEstateUseCases } from '../../../electron/api/estate.ts'
import { layoutBySize } from '../../../shared/domain/estate-map/size-layout.ts'
import { layoutStructure } from '../../../shared/domain/estate-map/structure-layout.ts'
import { pagesOf } from '../../../shared/domain/estate-map/structure-pages.ts'
import { exactAmounts } from '../../../shared/domain/money.ts'
import type { MapColors } from '../../../shared/estate-drawing/map-colors.ts'
import { SizeDrawing } from '../../../shared/estate-drawing/SizeDrawing.tsx'
import { StructureDrawing } from '../../../shared/estate-drawing/StructureDrawing.tsx'
import { entityFacts, percentWords } from '../../../shared/estate-drawing/words.ts'
import type { EstateMap } from '../../../shared/ipc/estate.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'

const colors: MapColors = {
  ground: '#fff',
  quiet: '#eee',
  line: '#ccc',
  ink: '#111',
  inkQuiet: '#555',
  onBox: '#fff',
  negative: '#b00',
  warn: '#640',
  accent: '#166',
  ofStatus: () => '#1a657c',
  ofPerson: () => '#4b5ea8',
}

const hostile = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><image href="https://evil.test/x.png" onload="alert(1)">',
    '<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>',
    ']]><!-- --><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
    'url(https://evil.test/) onclick=alert(1) href=x',
    'a\u0000b\u001bc\ud800d\uffff',
    '\u202emoc.live\u202c משפחת לוי',
    `Zal${'\u0301'.repeat(400)}go`,
    'W'.repeat(5000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

const maps = fc
  .record({
    names: fc.array(hostile, { minLength: 1, maxLength: 12 }),
    role: hostile,
    values: fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })), { minLength: 12, maxLength: 12 }),
  })
  .map(({ names, role, values }): EstateMap => {
    const from = { resource: 'individuals', id: 'p-0' } as const
    const to = { resource: 'entities', id: 'e-0' } as const
    return {
      household_name: names[0] ?? '',
      entities: names.map((name, at) => ({
        id: `e-${at}`,
        name,
        kind: at % 2 === 0 ? 'GRAT_TRUST' : name,
        stage: name,
        in_estate_status: at % 3 === 0 ? name : 'in_estate',
        value: values[at] ?? null,
        effective_date: name,
      })),
      entity_count: names.length,
      people: names.map((name, at) => ({
        id: `p-${at}`,
        name,
        is_primary: at === 0,
        is_deceased: false,
        date_of_birth: name,
        date_of_death: name,
        may_be: [],
      })),
      edges: [{ from, to, documents: [] }],
      proposals: [{ from, to, role, alike: [], evidence: [{ kind: 'asset', source: 'x', asset_name: role }] }],
      links: [
        {
          id: 'l',
          from: { ...from, name: null },
          to: { ...to, name: null },
          role,
          origin: 'drawn',
          made_at: 'x',
          found_in: [],
        },
      ],
      unread_summaries: 0,
    }
  })

const label = (map: EstateMap) => `Estate map of ${map.household_name}`
const today = '2026-11-22'

function layOut(
  map: EstateMap,
  width: number,
  more: { hidesSizes?: boolean; expectsRoles?: boolean; asKinds?: boolean } = {},
) {
  const open = new Set(map.entities.map(({ in_estate_status, kind }) => `${in_estate_status} ${kind}`))
  return layoutStructure(map, {
    ...{ width, today, amounts: exactAmounts, open, allPeople: true, hidesSizes: false, expectsRoles: true, ...more },
  })
}

const drawStructure = (map: EstateMap, width: number, more: Parameters<typeof layOut>[2] = {}) =>
  renderToStaticMarkup(<StructureDrawing layout={layOut(map, width, more)} colors={colors} label={label(map)} />)

const drawBySize = (map: EstateMap, width: number) =>
  renderToStaticMarkup(
    <SizeDrawing
      {...{ colors, today, layout: layoutBySize(map.entities, width), amounts: exactAmounts, label: label(map) }}
    />,
  )

/** The use case that saves pictures, with everything around it left out. */
function createSaver() {
  const saved: { name: string; text: string }[] = []
  const store = { read: async () => ({ household_name: 'Okafor', links: [] }) }
  const saveFile = async ({ suggestedName, content }: { suggestedName: string; content: Iterable<Uint8Array> }) => {
    saved.push({ name: suggestedName, text: Buffer.concat([...content]).toString() })
    return { name: suggestedName, handle: 'h' }
  }
  const runtimes = { get: async () => ({ open: async () => ({ store }), connection: { id: 'c', name: 'Firm' } }) }
  const { savePicture } = createEstateUseCases(runtimes as never, { saveFile, saveText: saveFile } as never, () => {})
  const save = (format: 'svg' | 'png', content: string) =>
    savePicture({ connectionId: 'c', id: 'hh-1', picture: { format, content } })
  return { saved, save }
}

describe('the drawing of an estate', () => {
  it('has no total where no entity has a valuation', () => {
    const [sample] = fc.sample(maps, 1)
    const entity = { id: 'e-0', kind: 'GRAT_TRUST', stage: 'ACTIVE', in_estate_status: 'none', effective_date: null }
    for (const drawing of [drawStructure, drawBySize]) {
      const drawn = (value: number | null) =>
        drawing(
          {
            ...(sample as EstateMap),
            entities: [{ ...entity, name: 'Trust', value }],
            edges: [],
            proposals: [],
            links: [],
          },
          600,
        )
      expect(drawn(0)).toContain('$0.00')
      expect(drawn(null)).not.toContain('$')
      expect(drawn(null)).toContain('No value known')
    }
  })

  it('has no script, no HTML and no reference, whatever the names, and can be saved', async () => {
    const { save } = createSaver()
    await fc.assert(
      fc.asyncProperty(maps, fc.integer({ min: 240, max: 1400 }), async (map, width) => {
        for (const svg of [
          drawStructure(map, width),
          drawStructure(map, width, { asKinds: true }),
          drawBySize(map, width),
        ]) {
          expect(svg).not.toMatch(/<(?:script|foreignObject|image|iframe|a|use|style|animate)\b/i)
          const bare = svg.replace(/="[^"]*"/g, '=""')
          expect(bare).not.toMatch(/<[^>]*\s(?:on\w+|href|xlink:href|src|style)=/i)
          expect(svg.replace(/aria-label="[^"]*"/g, '')).not.toMatch(/="[^"]*url\(/i)
          expect(svg.isWellFormed()).toBe(true)
          await expect(save('svg', svg)).resolves.toMatchObject({ file: { handle: 'h' } })
        }
      }),
      propertyRuns(400),
    )
  })

  it('fills the initials of a role of the user, dashes those of a proposal, and says which role is not recorded', () => {
    const [map] = fc.sample(maps, { numRuns: 1, seed: 3 })
    if (!map) throw new Error('no sample')
    const { links, proposals, entities } = map
    const trust = entities.slice(0, 1).map((each) => ({ ...each, name: 'Trust', kind: 'GRAT_TRUST' }))
    const svg = (part: Partial<EstateMap>, more = {}) =>
      drawStructure({ ...map, entities: trust, edges: [], proposals: [], links: [], ...part }, 900, more)
    const proposed = svg({ proposals: proposals.map((each) => ({ ...each, role: 'Trustee' })) })
    expect(proposed).toContain('stroke-dasharray="3 2"')
    expect(proposed).toContain('Role proposed from a document')
    expect(proposed).not.toContain('not recorded')
    expect(proposed).not.toContain('confirmed by you')
    const own = svg({ links: links.map((each) => ({ ...each, role: 'settlor' })) })
    expect(own).not.toContain('stroke-dasharray')
    expect(own).toContain('Noted or confirmed role')
    expect(own).toContain('>Grantor<')
    expect(own).toContain('>not recorded<')
    expect(svg({}, { expectsRoles: false })).not.toContain('not recorded')
  })

  it('shows nothing whose size tells a proportion while amounts are hidden', () => {
    fc.assert(
      fc.property(maps, fc.boolean(), (map, asKinds) => {
        const equal = {
          ...map,
          entities: map.entities.map((each) => ({ ...each, value: each.value === null ? null : 1 })),
        }
        const hidden = { exact: () => '$••••', shown: () => '$••••', short: () => '$••••' }
        const drawn = (of: EstateMap) =>
          renderToStaticMarkup(
            <StructureDrawing
              layout={layoutStructure(of, {
                ...{ width: 900, today, amounts: hidden, open: new Set(), allPeople: true, hidesSizes: true },
                ...{ expectsRoles: false, asKinds },
              })}
              colors={colors}
              label="Estate"
            />,
          )
        expect(drawn(map)).toBe(drawn(equal))
        expect(drawn(map)).not.toContain('data-bar')
      }),
      propertyRuns(200),
    )
  })

  it('says value, share and date of an entity in words', () => {
    const layout = layoutBySize(
      [
        {
          id: 'e',
          name: 'Okafor Family Trust',
          kind: 'REVOCABLE_TRUST',
          stage: 'ACTIVE',
          in_estate_status: 'in_estate',
          value: 1234.5,
          effective_date: '2025-03-31',
        },
      ],
      900,
    )
    const [placed] = layout.lanes[0]?.entities ?? []
    expect(placed && entityFacts(placed, '2026-11-22', exactAmounts)).toEqual([
      'Revocable trust, Active, in estate',
      '$1,234.50, 100% of all positive values',
      'As of Mar 31, 2025 (19 months old)',
    ])
    expect([0, 0.0001, 0.0512, 0.5].map(percentWords)).toEqual(['0.0%', 'under 0.1%', '5.1%', '50%'])
  })
})

describe('saving a picture', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]).toString('base64')

  it('names the file after the household, the firm and the day', async () => {
    const { saved, save } = createSaver()
    await save('png', png)
    expect(saved[0]?.name).toMatch(/^Estate map Okafor – Firm – \d{4}-\d\d-\d\d\.png$/)
  })

  it.each([
    ['svg', '<html></html>'],
    ['svg', '<svg ><script>alert(1)</script></svg>'],
    ['svg', '<svg ><foreignObject></foreignObject></svg>'],
    ['svg', '<svg onload="alert(1)"></svg>'],
    ['svg', '<svg ><a href="javascript:alert(1)"></a></svg>'],
    ['svg', '<svg ><path fill="url(https://evil.test)"/></svg>'],
    ['svg', '<svg ><rect style="x"/></svg>'],
    ['svg', '<svg ><!-- --></svg>'],
    ['svg', '<svg ><SCRIPT >alert(1)</SCRIPT ></svg>'],
    ['png', Buffer.from('MZ executable').toString('base64')],
    ['png', '<svg ></svg>'],
  ] as const)('refuses as %s: %s', async (format, content) => {
    const { saved, save } = createSaver()
    await expect(save(format, content)).rejects.toMatchObject({ code: 'ipc/bad-request' })
    expect(saved).toEqual([])
  })
})

it('React finds no list without keys in a structure on several pages, whose headings are repeated', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const entities = Array.from({ length: 28 }, (_, at) => ({
    ...{ id: `e-${at}`, name: `Trust ${at}`, stage: 'ACTIVE', in_estate_status: 'in_estate' },
    kind: ['REVOCABLE_TRUST', 'GRAT_TRUST', 'JOINT_PERSONAL_ACCOUNT', 'PRIVATE_FOUNDATION'][at % 4] ?? '',
    ...{ value: 1000, effective_date: '2026-01-31' },
  }))
  const map = { household_name: 'Okafor', entities, entity_count: 28, people: [], edges: [], proposals: [], links: [] }
  const options = { width: 700, today: '2026-11-26', amounts: exactAmounts, hidesSizes: false, expectsRoles: false }
  const whole = layoutStructure(
    { ...map, unread_summaries: 0 },
    { ...options, allPeople: true, open: new Set<string>(), isStacked: true, asKinds: false },
  )
  const pages = pagesOf(whole, 450)
  expect(pages.some(({ lanes }) => lanes.some(({ groups }) => groups.some(({ cards }) => cards.length === 0)))).toBe(
    true,
  )
  for (const layout of pages) renderToStaticMarkup(<StructureDrawing layout={layout} colors={colors} label="" />)
  expect(said.mock.calls).toEqual([])
  said.mockRestore()
})
