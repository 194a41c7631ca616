import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createEstateUseCases } from '../../../electron/api/estate.ts'
import { exactAmounts } from '../../../shared/domain/money.ts'
import { EstateDrawing, layoutOf } from '../../../shared/estate-drawing/EstateDrawing.tsx'
import type { MapColors } from '../../../shared/estate-drawing/map-colors.ts'
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
      people: names.map((name, at) => ({ id: `p-${at}`, name, is_primary: at === 0, is_deceased: false, may_be: [] })),
      edges: [{ from, to, documents: [] }],
      proposals: [{ from, to, role, alike: [], evidence: [{ kind: 'asset', source: 'x', asset_name: role }] }],
      links: [
        { id: 'l', from: { ...from, name: null }, to: { ...to, name: null }, role, origin: 'drawn', made_at: 'x' },
      ],
      unread_summaries: 0,
    }
  })

function draw(map: EstateMap, width: number): string {
  const { layout, lines } = layoutOf(map, width)
  return renderToStaticMarkup(
    <EstateDrawing
      {...{ layout, lines, colors }}
      amounts={exactAmounts}
      today="2026-11-22"
      label={`Estate map of ${map.household_name}`}
    />,
  )
}

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
    const drawn = (value: number | null) =>
      draw({ ...(sample as EstateMap), entities: [{ ...entity, name: 'Trust', value }], edges: [], proposals: [] }, 600)
    expect(drawn(0)).toContain('$0.00')
    expect(drawn(null)).not.toContain('$')
    expect(drawn(null)).toContain('No value known')
  })

  it('has no script, no HTML and no reference, whatever the names, and can be saved', async () => {
    const { save } = createSaver()
    await fc.assert(
      fc.asyncProperty(maps, fc.integer({ min: 240, max: 1400 }), async (map, width) => {
        const svg = draw(map, width)
        expect(svg).not.toMatch(/<(?:script|foreignObject|image|iframe|a|use|style|animate)\b/i)
        const bare = svg.replace(/="[^"]*"/g, '=""')
        expect(bare).not.toMatch(/<[^>]*\s(?:on\w+|href|xlink:href|src|style)=/i)
        expect(svg.replace(/aria-label="[^"]*"/g, '')).not.toMatch(/="[^"]*url\(/i)
        expect(svg.isWellFormed()).toBe(true)
        await expect(save('svg', svg)).resolves.toMatchObject({ file: { handle: 'h' } })
      }),
      propertyRuns(400),
    )
  })

  it('tells the three kinds of line apart by their dashes, and a proposal says that it is one', () => {
    const [map] = fc.sample(maps, { numRuns: 1, seed: 3 })
    if (!map) throw new Error('no sample')
    const from = { resource: 'individuals', id: 'p-0' } as const
    const svg = (part: Partial<EstateMap>) => draw({ ...map, edges: [], proposals: [], links: [], ...part }, 900)
    const { edges, links, proposals } = map
    const proposed = svg({ proposals: proposals.map((each) => ({ ...each, role: 'Trustee' })) })
    expect(proposed).toContain('stroke-dasharray="1 5"')
    expect(proposed).toContain('Trustee?')
    expect(proposed).toContain('Proposed, not confirmed')
    expect(proposed).not.toContain('Saved on this computer')
    const own = svg({ links: links.map((each) => ({ ...each, role: 'Trustee' })) })
    expect(own).toContain('stroke-dasharray="7 4"')
    expect(own).toContain('Saved on this computer only')
    expect(svg({ edges })).toContain('Both on a document in the service')
    expect(svg({})).not.toMatch(/Proposed|Saved on this|Both on/)
    expect(svg({ edges: [{ from, to: { resource: 'entities', id: 'gone' }, documents: [] }] })).not.toContain('Both on')
  })

  it('says value, share and date of an entity in words', () => {
    const { layout } = layoutOf(
      {
        household_name: 'Okafor',
        entities: [
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
        entity_count: 1,
        people: [],
        edges: [],
        proposals: [],
        links: [],
        unread_summaries: 0,
      },
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
