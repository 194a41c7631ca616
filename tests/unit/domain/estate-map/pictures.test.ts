import { expect, it } from 'vitest'
import type {
  PlacedCard,
  PlacedHolder,
  Rectangle,
  StructureOptions,
  TextLine,
  ValueBar,
} from '../../../../shared/domain/estate-map/placed.ts'
import { layoutBySize } from '../../../../shared/domain/estate-map/size-layout.ts'
import { layoutStructure } from '../../../../shared/domain/estate-map/structure-layout.ts'
import { exactAmounts } from '../../../../shared/domain/money.ts'
import type { EstateLink, EstateMap, EstateNode } from '../../../../shared/ipc/estate.ts'

const today = '2026-11-26'

const person = (
  id: string,
  name: string,
  date_of_birth: string | null,
  more: { primary?: true; died?: string | null } = {},
) => ({
  ...{ id, name, date_of_birth, is_primary: more.primary === true, may_be: [] },
  ...{ is_deceased: more.died !== undefined, date_of_death: more.died ?? null },
})

type Kind = [id: string, name: string, kind: string, status: string, value: number | null, date: string | null]

const entity = ([id, name, kind, in_estate_status, value, effective_date]: Kind, stage = 'ACTIVE') => ({
  ...{ id, name, kind, stage, in_estate_status, value, effective_date },
})

const someone = (id: string): EstateNode => ({ resource: 'individuals', id })
const trust = (id: string): EstateNode => ({ resource: 'entities', id })

const link = (from: EstateNode, role: string, to: EstateNode): EstateLink => ({
  ...{ id: `${from.id} ${role} ${to.id}`, role, origin: 'drawn', made_at: '2026-01-01T00:00:00Z', found_in: [] },
  ...{ from: { ...from, name: null }, to: { ...to, name: null } },
})

const proposal = (from: EstateNode, role: string | null, to: EstateNode) => ({
  ...{ from, to, role, alike: [] },
  evidence: [{ kind: 'asset' as const, source: 'x', asset_name: 'A stake' }],
})

const children = Array.from({ length: 15 }, (_, at) =>
  person(`child${at}`, `Child ${at} Okafor`, at < 9 ? `${1980 + at}-03-01` : null),
)

const okafor: EstateMap = {
  household_name: 'Okafor',
  people: [
    person('ada', 'Ada Nneka Okafor', '1952-02-28', { primary: true }),
    person('ben', 'Benjamin Chukwuemeka Okafor', '1950-11-27', { primary: true }),
    person('ex', 'Rosalind Featherstonehaugh-Cholmondeley', '1955-01-01'),
    person('gran', 'Ngozi Okafor', '1925-06-01', { died: '2011-07-04' }),
    person('uncle', 'Uncle', '1930-01-01', { died: null }),
    person('lee', 'משפחת לוי', '1999-12-31'),
    person('kid', 'Kid Okafor', '2001-01-01'),
    person('unknown', '', null),
  ],
  entities: [
    entity(['rev', 'Okafor Family Revocable Trust', 'REVOCABLE_TRUST', 'in_estate', 17_104_310.55, '2026-10-31']),
    entity(['joint', 'Joint account', 'JOINT_PERSONAL_ACCOUNT', 'in_estate', 250_000, '2026-11-20']),
    entity(['ira', 'Ada’s IRA', 'RETIREMENT_PERSONAL_ACCOUNT', 'in_estate', 1_200_000.5, '2024-01-31']),
    entity(['loan', 'Loan to the company', 'A_KIND_TO_COME', 'in_estate', -4_000_000, '2026-01-31']),
    entity(['empty', 'Empty account', 'INDIVIDUAL_PERSONAL_ACCOUNT', 'in_estate', 0, '2026-11-26']),
    entity([
      'grat',
      'Okafor 2019 Grantor Retained Annuity Trust No. 2',
      'GRAT_TRUST',
      'out_of_estate',
      8_000_000,
      null,
    ]),
    entity(['grat3', 'Okafor GRAT No. 3', 'GRAT_TRUST', 'out_of_estate', null, null], 'DRAFT'),
    entity(['llc', 'Okafor Holdings LLC', 'LLC_BUSINESS_ENTITY', 'out_of_estate', 3_333_333.33, '2026-06-30']),
    entity(['fund', 'Foundation', 'PRIVATE_FOUNDATION', 'none', 640_000, '2026-06-30']),
    entity(['small', 'Small fund', 'DONOR_ADVISED_FUND', 'none', 12.5, '2026-06-30']),
  ],
  entity_count: 10,
  edges: [],
  links: [
    link(someone('ada'), 'Spouse', someone('ben')),
    link(someone('ben'), 'Former spouse', someone('ex')),
    link(someone('gran'), 'Parent', someone('ben')),
    link(someone('ada'), 'Parent', someone('kid')),
    link(someone('ben'), 'Parent', someone('kid')),
    link(someone('ex'), 'Parent', someone('lee')),
    link(someone('ada'), 'settlor', trust('rev')),
    link(someone('ada'), 'Trustee', trust('rev')),
    link(someone('ben'), 'Trustee', trust('rev')),
    link(someone('gone'), 'Keeper of the keys', trust('rev')),
    link(someone('uncle'), 'Adviser on distributions to descendants under the amendment', trust('rev')),
    link(trust('rev'), 'Owner', trust('llc')),
    link(someone('ada'), 'Owner', trust('ira')),
    ...okaforBeneficiaries(),
  ],
  proposals: [
    proposal(someone('kid'), 'Beneficiary', trust('ira')),
    proposal(someone('ben'), 'Owner', trust('joint')),
    proposal(someone('lee'), null, trust('fund')),
  ],
  unread_summaries: 0,
}

function okaforBeneficiaries(): EstateLink[] {
  return children.map(({ id }) => link(someone(id), 'Beneficiary', trust('grat')))
}

const large: EstateMap = { ...okafor, people: [...okafor.people, ...children] }

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/** One element a line, so that a difference shows as lines. */
const element = (name: string, attributes: Attributes, text = '') =>
  `<${name}${Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join('')}>${text}</${name}>`

const svg = ({ width, height }: { width: number; height: number }, parts: readonly string[]) =>
  [`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`, ...parts, '</svg>', ''].join('\n')

const box = ({ x, y, width, height }: Rectangle, more: Attributes = {}) =>
  element('rect', { x, y, width, height, fill: 'none', stroke: '#999', ...more })

const textOf = ({ text, x, y, size, tone, bold, align, isReversed }: TextLine) =>
  element(
    'text',
    {
      x,
      y,
      'font-size': size,
      class: tone,
      'font-weight': bold ? 600 : 400,
      'text-anchor': align,
      'data-reversed': isReversed,
    },
    text,
  )

const barOf = (bar: ValueBar | null) =>
  bar ? [box(bar, { 'data-fill': bar.fill, 'data-negative': bar.isNegative })] : []

const holderOf = ({ holder, x, y, radius }: PlacedHolder) => [
  element('circle', { cx: x, cy: y, r: radius, fill: 'none', stroke: '#999', 'data-confirmed': holder.isConfirmed }),
  element('text', { x, y, 'font-size': 8, 'text-anchor': 'middle' }, holder.initials),
]

const cardOf = (card: PlacedCard) => [
  box(card),
  ...card.texts.map(textOf),
  ...barOf(card.bar),
  ...card.holders.flatMap(holderOf),
]

/** Everything that is placed, as plain outlines: how it is coloured is left to the drawing. */
const structure = (map: EstateMap, width: number, more: Partial<StructureOptions> = {}) => {
  const layout = layoutStructure(map, {
    ...{ width, today, amounts: exactAmounts, hidesSizes: false, expectsRoles: true, allPeople: true },
    ...{ open: new Set<string>(), ...more },
  })
  return svg(layout, [
    ...layout.family.map(({ d, isFormer }) =>
      element('path', { d, fill: 'none', stroke: '#999', 'data-former': isFormer }),
    ),
    ...layout.texts.map(textOf),
    ...layout.people.flatMap(({ circle, initials, texts, ...place }) => [
      box(place),
      ...texts.map(textOf),
      element('circle', { cx: circle.x, cy: circle.y, r: circle.radius, fill: 'none', stroke: '#999' }),
      element('text', { x: circle.x, y: circle.y, 'font-size': 12, 'text-anchor': 'middle' }, initials),
    ]),
    ...(layout.others
      ? [box(layout.others), ...layout.others.texts.map(textOf), ...layout.others.holders.flatMap(holderOf)]
      : []),
    ...layout.lanes.flatMap((lane) => [
      box(lane, { 'aria-label': lane.name }),
      ...[...lane.texts, ...lane.total].map(textOf),
      ...lane.groups.flatMap(({ texts, cards }) => [...texts.map(textOf), ...cards.flatMap(cardOf)]),
      ...lane.kinds.flatMap((kind) => [
        box(kind, { 'aria-label': [kind.name, ...kind.facts].join(', ') }),
        ...kind.texts.map(textOf),
        ...kind.bars.flatMap(barOf),
        ...kind.cards.flatMap(cardOf),
      ]),
    ]),
    ...layout.legend.flatMap(({ sample, x, y, texts }) => [
      box({ x, y, width: 20, height: 1 }, { class: sample }),
      ...texts.map(textOf),
    ]),
  ])
}

const bySize = (map: EstateMap, width: number) => {
  const layout = layoutBySize(map.entities, width)
  return svg(
    layout,
    layout.lanes.flatMap((lane) => [
      box(lane, { class: lane.status }),
      ...lane.headings.map(({ text, x, y }) => element('text', { x, y, 'font-size': 12 }, text)),
      ...lane.entities.flatMap((placed) => [
        box(placed, { class: placed.shape, 'data-share': placed.share, 'aria-label': placed.entity.name }),
        ...(placed.named ? [box(placed.named)] : []),
      ]),
    ]),
  )
}

const pictures: readonly (readonly [name: string, draw: () => string])[] = [
  ['structure', () => structure(okafor, 1280)],
  ['structure-narrow', () => structure(okafor, 420)],
  ['structure-hidden', () => structure(okafor, 760, { hidesSizes: true })],
  [
    'structure-in-kinds',
    () => structure(okafor, 1280, { asKinds: true, open: new Set(['in_estate REVOCABLE_TRUST']) }),
  ],
  ['structure-in-kinds-narrow', () => structure(okafor, 460, { asKinds: true })],
  ['structure-of-many-people', () => structure(large, 960, { allPeople: false })],
  ['by-size', () => bySize(okafor, 1280)],
  ['by-size-medium', () => bySize(okafor, 900)],
  ['by-size-narrow', () => bySize(okafor, 420)],
]

it.each(pictures)(
  'the picture %s of a household has everything where it was: a client has the one of last quarter beside it',
  async (name, draw) => {
    await expect(draw()).toMatchFileSnapshot(`../../../fixtures/estate/${name}.svg`)
  },
)
