import { describe, expect, it } from 'vitest'
import type { Identifier } from '../../../shared/statements/statement.ts'
import { account, cusip, entity, file, first, plan, row, symbol, valuation, type World } from './made-up.ts'

const trust = entity('entity_a', { external_id: '55501234' })
const other = entity('entity_b', { external_id: '55509876' })
const isin = (value: string): Identifier => ({ kind: 'isin', value })
const own = (value: string): Identifier => ({ kind: 'custodian', value })

/** One account of one row in each of two entities. */
const twoAccounts = (rows: Parameters<typeof account>[1][], more: Partial<World> = {}) =>
  plan({
    entities: [trust, other],
    files: [
      file(
        rows.map((each, at) => {
          const total = each.reduce((sum, { value }) => sum + Number(value), 0).toFixed(2)
          return account(at === 0 ? '55501234' : '55509876', each, { total })
        }),
      ),
    ],
    securities: {},
    ...more,
  })

const of = (name: string, identifiers: Identifier[], kind: string | null = null) =>
  row(1, name, '10.00', { identifiers, kind })
const classesOf = ({ entities }: ReturnType<typeof plan>) =>
  entities.flatMap(({ assets }) => assets.map((each) => each.asset_class_id))

describe('the asset class of a new holding', () => {
  it('is asked once for each security, for all accounts', () => {
    const asked = twoAccounts([
      [of('NORTHGATE', [symbol('NGH'), cusip('664000123')])],
      [of('Northgate Hldgs', [symbol('NGH')], 'Equity')],
    ])
    expect(asked.securities).toEqual([
      {
        keys: ['symbol:NGH', 'cusip:664000123'],
        name: 'NORTHGATE',
        identifiers: [symbol('NGH'), cusip('664000123')],
        kind: 'Equity',
        rows: [
          { file_id: 'file-1', key: '55501234 ', row: 1 },
          { file_id: 'file-1', key: '55509876 ', row: 1 },
        ],
        answers: [],
      },
    ])
    expect(asked.entities.map(({ state, problems }) => [state, problems])).toEqual([
      ['blocked', ['1 holding needs an asset class.']],
      ['blocked', ['1 holding needs an asset class.']],
    ])
  })

  it('is the one of an identifier that was seen before', () => {
    const rows = [[of('NORTHGATE', [symbol('NGH'), cusip('664000123')])], [of('Northgate', [symbol('NGH')])]]
    const planned = twoAccounts(rows, { securities: { 'cusip:664000123': 'class-equity' } })
    expect(planned.securities).toEqual([])
    expect(classesOf(planned)).toEqual(['class-equity', 'class-equity'])
    expect(
      classesOf(
        twoAccounts([[of('N', [isin('US6640001239')])]], { securities: { 'cusip:664000123': 'class-equity' } }),
      ),
    ).toEqual(['class-equity'])
  })

  it('is a question where two were given for one security', () => {
    const rows = [[of('NORTHGATE', [symbol('NGH'), cusip('664000123')])]]
    const planned = twoAccounts(rows, { securities: { 'cusip:664000123': 'class-equity', 'symbol:NGH': 'class-fund' } })
    expect(first(planned.securities).answers).toEqual(['class-fund', 'class-equity'])
    expect(first(planned.entities).state).toBe('blocked')
  })

  it('is the one of the firm’s table by the custodian’s kind of security', () => {
    const kinds = { 'Mutual funds': 'class-fund', Equity: 'class-equity' }
    expect(classesOf(twoAccounts([[of('Larch', [symbol('LARX')], 'MUTUAL FUNDS')]], { kinds }))).toEqual(['class-fund'])
    const seen = { kinds, securities: { 'symbol:LARX': 'class-index' } }
    expect(classesOf(twoAccounts([[of('Larch', [symbol('LARX')], 'Mutual Funds')]], seen))).toEqual(['class-index'])
    const twoKinds = [[of('Larch', [symbol('LARX')], 'Mutual Funds')], [of('Larch', [symbol('LARX')], 'Equity')]]
    expect(first(twoAccounts(twoKinds, { kinds }).securities).answers).toEqual(['class-fund', 'class-equity'])
  })

  it('is the one of an asset with the same identifier in a current valuation', () => {
    const valuations = {
      entity_a: valuation('2026-09-30', [{ name: 'Northgate', value: 10, external_id: 'NGH', class: 'class-equity' }]),
    }
    const planned = twoAccounts([[], [of('NORTHGATE', [symbol('NGH')])]], { valuations })
    expect(classesOf(planned).slice(-1)).toEqual(['class-equity'])
  })

  it('keeps securities apart that a symbol or a custodian’s own number has in common', () => {
    const reused = [
      [of('Old Corp', [symbol('NGH'), cusip('111111111')])],
      [of('New Corp', [symbol('NGH'), cusip('222222222')])],
    ]
    expect(twoAccounts(reused).securities.map(({ keys }) => keys)).toEqual([['cusip:111111111'], ['cusip:222222222']])
    const bare = [
      [...(reused[0] ?? []), of('Corp', [symbol('NGH')])],
      [...(reused[1] ?? []), of('The Corp', [symbol('NGH')])],
    ]
    expect(twoAccounts(bare).securities.map(({ keys }) => keys)).toEqual([
      ['cusip:111111111'],
      ['symbol:NGH'],
      ['cusip:222222222'],
    ])
    const numbered = [[of('Old Corp', [own('4711')])], [of('New Corp', [own('4711')])]]
    expect(twoAccounts(numbered).securities.map(({ keys }) => keys)).toEqual([['name:old corp'], ['name:new corp']])
  })

  it('is that of an asset with a custodian’s own number only where the name is the same: another custodian may give that number', () => {
    const valuations = {
      entity_a: valuation('2026-09-30', [
        { name: 'House in Rye', value: 10, external_id: '4711', class: 'class-home' },
      ]),
      entity_b: null,
    }
    const classOf = (name: string) =>
      twoAccounts([[of('Larch', [symbol('LARX')])], [of(name, [own('4711')])]], {
        valuations,
        securities: { 'symbol:LARX': 'class-fund' },
      }).entities.flatMap(({ assets }) =>
        assets.flatMap((one) =>
          one.name === name && one.value === '10.00' && one.change === 'new' ? [one.asset_class_id] : [],
        ),
      )
    expect(classOf('US Treasury 2030')).toEqual([null])
    expect(classOf('House in Rye')).toEqual(['class-home'])
  })

  it('is asked by name where there is no identifier, whatever case and accents', () => {
    const planned = twoAccounts([[of('Cash & Cash Investments', [])], [of('CASH & CASH INVESTMENTS', [])]])
    expect(planned.securities.map(({ keys }) => keys)).toEqual([['name:cash cash investments']])
  })
})

describe('a row and the asset that it was last time', () => {
  const known = (assets: [name: string, external_id: string | null, identifiers: Identifier[], value: string][]) => ({
    ...{ id: 'known-1', number: '55501234', isMasked: false, name: null, custodian: null, layout: 'h1' },
    ...{ entity_id: 'entity_a', as_of: '2026-09-30', total: '20.00', kept: [] },
    assets: assets.map(([display_name, external_id, identifiers, value]) => ({
      display_name,
      external_id,
      identifiers,
      value,
    })),
  })
  const match = (
    rows: Parameters<typeof account>[1],
    assets: [name: string, external_id: string | null, identifiers: Identifier[], assetClass?: string][],
    answers: Record<string, string> = {},
  ) => {
    const total = (10 * rows.length).toFixed(2)
    const [planned] = plan({
      entities: [trust],
      files: [file([account('55501234', rows, { total })])],
      known: [known(assets.map(([name, external_id, identifiers]) => [name, external_id, identifiers, '10.00']))],
      valuations: {
        entity_a: valuation(
          '2026-09-30',
          assets.map(([name, external_id, , assetClass = 'class-old'], at) => ({
            ...{ name, value: 10, class: assetClass, id: `asset_${at}` },
            ...(external_id === null ? {} : { external_id }),
          })),
        ),
      },
      securities: {
        'symbol:NEW': 'class-new',
        'cusip:999999999': 'class-new',
        'name:birch': 'class-new',
        'symbol:NGH': 'class-new',
      },
      answers,
    }).entities
    return planned
  }
  const changes = (planned: ReturnType<typeof match>) => planned?.assets.map(({ name, change }) => `${name}: ${change}`)

  it('has any identifier in common, the name only where none differs', () => {
    const assets: Parameters<typeof match>[1] = [
      ['Birch Bond', '111111111', [cusip('111111111')]],
      ['Larch Fund', 'LARX', [symbol('LARX')]],
      ['Own number', 'P-7', [own('P-7')]],
      ['By external id', 'EXT', []],
      ['By name', null, []],
    ]
    const rows = [
      of('Bond 2027', [isin('US1111111114')]),
      of('Fund', [symbol('LARX'), cusip('333333333')]),
      of('Renumbered', [own('P-7')]),
      of('External', [symbol('EXT')]),
      of('BY NAME', [symbol('BYN')]),
    ]
    expect(changes(match(rows, assets))).toEqual([
      'Birch Bond: same',
      'Larch Fund: same',
      'Own number: same',
      'By external id: same',
      'By name: changed',
    ])
    expect(
      changes(
        match([of('Treasury note', [cusip('999999999')])], [['Treasury note', '111111111', [cusip('111111111')]]]),
      ),
    ).toEqual(['Treasury note: new', 'Treasury note: gone'])
  })

  it('prefers the identifier of an agency to a symbol, and the same name among equals', () => {
    const reused: Parameters<typeof match>[1] = [
      ['Old Corp', 'NGH', [symbol('NGH'), cusip('111111111')]],
      ['New Corp', 'NGX', [symbol('NGX'), cusip('222222222')]],
    ]
    expect(changes(match([of('New Corp', [symbol('NGH'), cusip('222222222')])], reused))).toEqual([
      'New Corp: changed',
      'Old Corp: gone',
    ])
    const twice: Parameters<typeof match>[1] = [
      ['Northgate, margin', 'NGH', [symbol('NGH')]],
      ['Northgate, cash', 'NGH', [symbol('NGH')]],
    ]
    const rows = [of('Northgate, cash', [symbol('NGH')]), of('Northgate, margin', [symbol('NGH')])]
    expect(match(rows, twice)?.assets.map(({ name }) => name)).toEqual(['Northgate, cash', 'Northgate, margin'])
  })

  it('is one asset for each row where a security is twice in the account', () => {
    const one: Parameters<typeof match>[1] = [['Northgate', 'NGH', [symbol('NGH')]]]
    const twice = [of('Northgate', [symbol('NGH')]), of('Northgate', [symbol('NGH')])]
    expect(changes(match(twice, one))).toEqual(['Northgate: same', 'Northgate: new'])
    expect(match(twice, one)?.total).toBe('20.00')
    expect(changes(match(twice.slice(1), [...one, ...one]))).toEqual(['Northgate: same', 'Northgate: gone'])
  })

  it('is asked where it may be two assets of different classes', () => {
    const assets: Parameters<typeof match>[1] = [
      ['Northgate A', 'NGH', [symbol('NGH')], 'class-a'],
      ['Northgate B', 'NGH', [symbol('NGH')], 'class-b'],
    ]
    const rows = [of('Northgate', [symbol('NGH')])]
    const asked = match(rows, assets)
    const question = first(asked?.questions ?? [])
    expect(asked?.state).toBe('blocked')
    expect(question.choices.map(({ value }) => value)).toEqual(['asset_0', 'asset_1', 'new'])
    expect(question.text).toContain('row 1')
    expect(changes(match(rows, assets, { [question.id]: 'asset_1' }))).toEqual([
      'Northgate B: same',
      'Northgate A: gone',
    ])
    const added = match(rows, assets, { [question.id]: 'new' })
    expect(changes(added)).toEqual(['Northgate: new', 'Northgate A: gone', 'Northgate B: gone'])
    expect(added?.assets[0]?.asset_class_id).toBe('class-new')
  })
})

describe('an account under another number or name', () => {
  const rows = [of('Northgate', [symbol('NGH')]), { ...of('Larch', [symbol('LARX')]), row: 2 }]
  const before = {
    ...{ id: 'known-1', number: '11112222', isMasked: false, name: null, custodian: null, layout: 'h1' },
    ...{ entity_id: 'entity_a', as_of: '2026-09-30', total: '20.00', kept: [] },
    assets: rows.map(({ name, identifiers, value }) => {
      return { display_name: name, external_id: identifiers[0]?.value ?? null, value, identifiers }
    }),
  }
  const world: World = {
    entities: [trust],
    files: [file([account('55501234', rows, { total: '20.00' })])],
    known: [before],
    valuations: {
      entity_a: valuation('2026-09-30', [
        { name: 'Northgate', value: 10, external_id: 'NGH' },
        { name: 'Larch', value: 10, external_id: 'LARX' },
      ]),
    },
    securities: { 'symbol:NGH': 'class-equity', 'symbol:LARX': 'class-fund' },
  }

  it('is asked where its holdings are those of a known account of the entity', () => {
    const planned = first(plan(world).entities)
    const question = first(planned.questions)
    expect(planned.state).toBe('blocked')
    expect(question.choices.map(({ value, label }) => [value, label])).toEqual([
      ['known-1', 'Yes: the account …222, as of 2026-09-30'],
      ['new', 'No, it is another account'],
    ])
    const same = first(plan({ ...world, answers: { [question.id]: 'known-1' } }).entities)
    expect(same).toMatchObject({ state: 'looked-at', total: '20.00' })
    expect(first(same.learned.accounts).replaces).toEqual(['known-1'])
    const added = first(plan({ ...world, answers: { [question.id]: 'new' } }).entities)
    expect(added).toMatchObject({ state: 'looked-at', total: '40.00' })
    expect(first(added.learned.accounts).replaces).toEqual([])
  })

  it('is not asked where its holdings are others', () => {
    const files = [file([account('55501234', [of('Birch', [symbol('BIRX')])], { total: '10.00' })])]
    const planned = first(plan({ ...world, files, securities: { 'symbol:BIRX': 'class-bond' } }).entities)
    expect(planned).toMatchObject({ questions: [], total: '30.00' })
  })
})

describe('an account that is still asked', () => {
  it('keeps an entity that it may belong to from being approved with the others', () => {
    const ngh = of('Northgate', [symbol('NGH')])
    const masked = account('...876', [ngh], { total: '10.00', name: 'Roth' })
    const record = (id: string, number: string, isMasked: boolean) => ({
      ...{ id, number, isMasked, name: isMasked ? 'Individual' : null, custodian: null, layout: 'h1' },
      ...{ entity_id: 'entity_a', as_of: '2026-09-30', total: '10.00', kept: [] },
      assets: [{ display_name: ngh.name, external_id: 'NGH', value: '10.00', identifiers: ngh.identifiers }],
    })
    const planned = plan({
      entities: [trust],
      files: [file([account('55501234', [ngh], { total: '10.00' }), masked])],
      known: [record('known-1', '55501234', false), record('known-2', '...876', true)],
      securities: { 'symbol:NGH': 'class-equity' },
    })
    expect(planned.accounts.map(({ state }) => state)).toEqual(['mapped', 'ask'])
    expect(first(planned.entities).warnings.map(({ text }) => text)).toEqual([
      'An account that may belong to Trust entity_a is still asked.',
    ])
    expect(planned.atOnce).toEqual([])
  })
})
