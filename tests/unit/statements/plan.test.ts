import { describe, expect, it } from 'vitest'
import {
  account,
  cash,
  classes,
  cusip,
  file,
  first,
  known,
  larx,
  month,
  ngh,
  only,
  plan,
  remember,
  row,
  september,
  symbol,
  valuation,
  whole,
} from './made-up.ts'

describe('a valuation of one account', () => {
  it('replaces the assets that were last read from it, and carries over the others with their date', () => {
    const { assets, total, before, state, body, warnings } = only(month)
    expect(warnings).toEqual([])
    expect(state).toBe('at-once')
    expect(assets.map(({ name, change, value }) => [name, change, value])).toEqual([
      [ngh.name, 'changed', '18804.00'],
      [larx.name, 'same', '121919.49'],
      [cash.name, 'same', '80.51'],
      ['House in Rye', 'carried', '2000000.00'],
    ])
    expect(assets[3]?.carried).toEqual({ account: null, as_of: '2026-09-30' })
    expect(assets[0]?.from).toEqual({ file_id: 'file-1', key: whole.key, row: 4 })
    expect([before?.total, total]).toEqual(['2138804.00', '2140804.00'])
    expect(body).toEqual({
      effective_date: '2026-10-30',
      directly_held_assets: [
        { asset_class_id: 'class-equity', display_name: ngh.name, value: 18804, external_id: 'NGH' },
        { asset_class_id: 'class-fund', display_name: larx.name, value: 121919.49, external_id: 'LARX' },
        { asset_class_id: 'class-cash', display_name: cash.name, value: 80.51 },
        { asset_class_id: 'class-home', display_name: 'House in Rye', value: 2000000 },
      ],
    })
  })

  it('warns of rows that cannot be read where the file’s own total ties, and is blocked by them where the total was typed', () => {
    const refused = [
      { row: 8, column: null, text: 'Accrued,n/k', cause: 'It is not an amount.', next_step: 'Correct it.' },
    ]
    const words = 'Row 8 (Accrued,n/k) cannot be read.'
    const proved = only({ ...month, files: [file([{ ...whole, refused }])] })
    expect(proved.warnings).toContainEqual({ kind: 'refused', text: words })
    expect(proved.body).not.toBeNull()
    const typed = file([{ ...whole, refused, statedTotal: null }], {
      decisions: { totals: { [whole.key]: '140804.00' } },
    })
    const planned = plan({ ...month, files: [typed] })
    expect(planned.accounts[0]?.problems).toEqual([words])
    expect(first(planned.entities).body).toBeNull()
    const many = Array.from({ length: 60 }, (_, at) => ({
      row: at + 8,
      column: null,
      text: `Line ${at}`,
      cause: '',
      next_step: '',
    }))
    const listed = only({ ...month, files: [file([{ ...whole, refused: many }])] }).warnings
    expect(listed.filter(({ kind }) => kind === 'refused').length).toBeLessThan(60)
  })

  it('is the first one of an entity without a question, and is looked at', () => {
    const { state, assets, questions, before, percent, body } = only({ ...month, known: [], valuations: {} })
    expect(questions).toEqual([])
    expect(state).toBe('looked-at')
    expect(before).toBeNull()
    expect(percent).toBeNull()
    expect(assets.every(({ change }) => change === 'new')).toBe(true)
    expect(body?.directly_held_assets).toHaveLength(3)
  })

  it('asks what a first reading replaces, and never doubles in silence', () => {
    const world = { ...month, known: [] }
    const asked = only(world)
    const question = first(asked.questions)
    expect(asked.state).toBe('blocked')
    expect(asked.body).toBeNull()
    expect(question.text).toContain('4 assets')
    expect(question.text).toContain('This statement seems to have 3 of them.')
    expect(question.choices.map(({ value }) => value)).toEqual(['matching', 'all', 'each', 'none'])
    const answered = (answer: string) => only({ ...world, answers: { [question.id]: answer } })
    expect(answered('matching').total).toBe('2140804.00')
    expect(answered('matching').assets.map(({ change }) => change)).toEqual(['changed', 'same', 'same', 'carried'])
    expect(answered('all').total).toBe('140804.00')
    expect(answered('all').assets.at(-1)).toMatchObject({ name: 'House in Rye', change: 'gone', value: null })
    expect(answered('none').total).toBe('2279608.00')
    expect(answered('none').assets.filter(({ change }) => change === 'new')).toHaveLength(3)
    expect(answered('nonsense').state).toBe('blocked')
    const each = answered('each').questions.slice(1)
    expect(each.map(({ text }) => text)).toEqual([
      'Is NORTHGATE HOLDINGS INC, $16,804.00, in the statement, as it seems?',
      'Is LARCH TOTAL MARKET INDEX, $121,919.49, in the statement, as it seems?',
      'Is Cash & Cash Investments, $80.51, in the statement, as it seems?',
      'Is House in Rye, $2,000,000.00, in the statement?',
    ])
    const answers = Object.fromEntries(each.map(({ id }, at) => [id, at === 1 ? 'keep' : 'replace']))
    const chosen = only({ ...world, answers: { ...answers, [question.id]: 'each' } })
    expect(chosen.state).toBe('looked-at')
    expect(chosen.assets.map(({ change }) => change)).toEqual(['changed', 'new', 'same', 'carried', 'gone'])
    expect(chosen.total).toBe('262723.49')
  })

  it('takes an asset that names the account’s number for the account as one amount', () => {
    const typed = (name: string) =>
      only({
        ...month,
        known: [],
        valuations: {
          entity_a: valuation('2026-09-30', [
            { name, value: 1 },
            { name: 'House', value: 2 },
          ]),
        },
      }).questions[0]?.choices.map(({ value }) => value)
    for (const name of [
      'Brokerage account …1234',
      'Account 55501234',
      'Savings ...234',
      'Brokerage x1234',
      'Custody 501234',
    ])
      expect(typed(name), name).toContain('matching')
    for (const name of ['Brokerage account …1235', '34 Elm Street', '234 Elm Street', 'Bond 2034'])
      expect(typed(name), name).not.toContain('matching')
    const kept = valuation('2026-09-30', [{ name: 'Brokerage account …1234', value: 1 }])
    const later = only({
      ...month,
      valuations: { entity_a: { ...september, assets: [...september.assets, ...kept.assets] } },
    })
    expect(later.questions).toEqual([])
  })

  it('asks about an asset that a colleague added and the statement has as well', () => {
    const added = valuation('2026-10-15', [
      { name: 'Birch Bond Fund', value: 500, external_id: 'BIRX', class: 'class-bond' },
    ])
    const birch = row(7, 'BIRCH BOND', '510.00', { identifiers: [symbol('BIRX')] })
    const world = {
      ...month,
      files: [file([account('55501234', [ngh, larx, cash, birch], { total: '141314.00' })])],
      valuations: { entity_a: { ...september, assets: [...september.assets, ...added.assets] } },
    }
    const question = first(only(world).questions)
    expect(question.choices.map(({ value }) => value)).toEqual(['matching', 'each', 'none'])
    const answered = only({ ...world, answers: { [question.id]: 'matching' } })
    expect(answered.assets.find(({ external_id }) => external_id === 'BIRX')).toMatchObject({
      change: 'changed',
      name: 'Birch Bond Fund',
      asset_class_id: 'class-bond',
      value: '510.00',
    })
    expect(answered.assets.filter(({ change }) => change === 'carried').map(({ name }) => name)).toEqual([
      'House in Rye',
    ])
  })

  it('asks about an asset that came into the valuation where one of the account is missing: a colleague may have renamed it', () => {
    const deposit = { name: 'Bank deposit', value: 80.51, class: 'class-cash', id: 'asset_cash' }
    const [, , , house] = september.assets
    const renamed = (...more: (typeof deposit)[]) => ({
      entity_a: {
        ...valuation('2026-10-15', [
          { name: ngh.name, value: 16804, external_id: 'NGH' },
          { name: larx.name, value: 121919.49, external_id: 'LARX', class: 'class-fund' },
          ...more,
        ]),
      },
    })
    const kept = [{ display_name: house?.display_name ?? '', external_id: null, value: '2000000', as_of: '2026-09-30' }]
    const ofHouse = { name: house?.display_name ?? '', value: 2000000, class: 'class-home', id: 'asset_house' }
    const world = { ...month, known: [known({ kept })], valuations: renamed(deposit, ofHouse) }
    const asked = only(world)
    expect(asked.state).toBe('blocked')
    const question = first(asked.questions)
    expect(question.text).toContain('has 1 asset that was not read from a statement: Bank deposit.')
    expect(question.choices.map(({ value }) => value)).toEqual(['none', 'all'])
    const answered = only({ ...world, answers: { [question.id]: 'all' } })
    expect(answered.total).toBe('2140804.00')
    expect(answered.assets.map(({ name, change }) => [name, change]).slice(2)).toEqual([
      [cash.name, 'new'],
      [house?.display_name, 'carried'],
      ['Bank deposit', 'gone'],
    ])
    // What was there when the account was read is known not to be of it.
    expect(only({ ...world, valuations: renamed(ofHouse) }).questions).toEqual([])
  })

  it('takes no asset for a holding of the account because the service sends no external ID for either', () => {
    const typed = september.assets.filter(({ id }) => id !== 'asset_cash')
    const assets = typed.map((asset) => ({ ...asset, external_id: asset.external_id ?? null }))
    const planned = only({ ...month, valuations: { entity_a: { ...september, assets } } })
    expect(planned.questions.map(({ id }) => id.split(':')[0])).toEqual(['unread'])
    expect(planned.assets.map(({ name, change }) => `${name}: ${change}`)).toContain('House in Rye: carried')
  })

  it('says what is gone and what jumps, and does not take it at once', () => {
    const halved = { ...larx, value: '50000.00' }
    const { state, warnings, assets, percent } = only({
      ...month,
      files: [file([account('55501234', [halved, cash], { total: '50080.51' })])],
      valuations: {
        entity_a: { ...september, assets: september.assets.slice(0, 3), directly_held_asset_value: 138804 },
      },
    })
    expect(state).toBe('looked-at')
    expect(warnings.map(({ kind }) => kind)).toEqual(['jump', 'jump', 'gone'])
    expect(percent).toBe(-63.9)
    expect(assets.at(-1)).toMatchObject({ name: ngh.name, change: 'gone', value: null, before: { value: '16804.00' } })
    expect(assets[0]).toMatchObject({ isJump: true, percent: -58.9 })
  })

  it('says that an account without a name was empty the last time, and does not take it at once', () => {
    const emptied = { assets: [], total: '0.00' }
    const refilled = (name: string | null) =>
      only({
        ...month,
        files: [file([account('55501234', [ngh, cash], { total: '18884.51', name })])],
        known: [known({ ...emptied, name })],
        valuations: {},
      })
    expect(refilled(null)).toMatchObject({
      state: 'looked-at',
      warnings: [{ kind: 'mapping', text: 'The account had no holdings the last time.' }],
    })
    expect(refilled('Trust')).toMatchObject({ state: 'at-once', warnings: [] })
  })

  it('jumps at more than a quarter, not at a quarter', () => {
    const of = (value: string, total: string) =>
      only({
        ...month,
        files: [file([account('55501234', [{ ...ngh, value }], { total })])],
        known: [known({ assets: known().assets.slice(0, 1) })],
        valuations: { entity_a: valuation('2026-09-30', [{ name: ngh.name, value: 1000, external_id: 'NGH' }]) },
      }).warnings.map(({ kind }) => kind)
    expect(of('1250.00', '1250.00')).toEqual([])
    expect(of('1250.01', '1250.01')).toEqual(['jump', 'jump'])
    expect(of('750.00', '750.00')).toEqual([])
    expect(of('749.99', '749.99')).toEqual(['jump', 'jump'])
    // From nothing to something is none.
    const nothing = valuation('2026-09-30', [{ name: ngh.name, value: 0, external_id: 'NGH' }])
    const files = [file([account('55501234', [ngh], { total: '18804.00' })])]
    expect(only({ ...month, files, valuations: { entity_a: nothing } }).warnings).toEqual([])
  })

  it('keeps the name and class of an asset, and says which identifiers change', () => {
    const renamed = { ...ngh, name: 'NORTHGATE', identifiers: [symbol('NGHX'), cusip('664000123')] }
    const { assets, warnings, learned } = only({
      ...month,
      files: [file([account('55501234', [renamed, larx, cash], { total: '140804.00' })])],
    })
    expect(assets[0]).toMatchObject({
      name: ngh.name,
      external_id: 'NGHX',
      asset_class_id: 'class-equity',
      change: 'changed',
    })
    expect(assets[0]?.before?.external_id).toBe('NGH')
    expect(warnings).toEqual([{ kind: 'identifiers', text: `Identifiers change: ${ngh.name}, NORTHGATE.` }])
    expect(first(learned.accounts).account.assets[0]?.identifiers).toEqual(renamed.identifiers)
  })

  it('keeps an external id of the firm, and identifiers of other kinds from before', () => {
    const own = {
      ...september,
      assets: september.assets.map((asset, at) => (at === 0 ? { ...asset, external_id: 'VF-1' } : asset)),
    }
    const assets = known().assets.map((asset, at) => (at === 0 ? { ...asset, external_id: 'VF-1' } : asset))
    const onlySymbol = { ...ngh, identifiers: [symbol('NGH')] }
    const {
      state,
      assets: planned,
      learned,
    } = only({
      ...month,
      files: [file([account('55501234', [onlySymbol, larx, cash], { total: '140804.00' })])],
      known: [known({ assets })],
      valuations: { entity_a: own },
    })
    expect(state).toBe('at-once')
    expect(planned[0]?.external_id).toBe('VF-1')
    expect(first(learned.accounts).account.assets[0]?.identifiers).toEqual([symbol('NGH'), cusip('664000123')])
  })

  it('has negative assets as they are, and says so', () => {
    const short = row(7, 'CALL NORTHGATE', '-1230.00', { identifiers: [symbol('NGH C200')], negative: 'short' })
    const debit = row(8, 'Margin balance', '-50.00', { kind: 'margin', negative: 'margin' })
    const { accounts, entities } = plan({
      ...month,
      files: [file([account('55501234', [ngh, larx, cash, short, debit], { total: '139524.00' })])],
      securities: { ...classes, 'symbol:NGH C200': 'class-option', 'name:margin balance': 'class-cash' },
    })
    expect(first(accounts).notes).toEqual([
      'A short position is an asset below zero: row 7.',
      'A margin debit is an asset below zero: row 8.',
    ])
    expect(first(entities).body?.directly_held_assets.map(({ value }) => value)).toContain(-1230)
    expect(first(entities).total).toBe('2139524.00')
  })

  it('refuses by name a value that no JSON number keeps', () => {
    const long = { ...ngh, value: '12345678901234567.89' }
    const { accounts, entities } = plan({
      ...month,
      files: [file([account('55501234', [long], { total: '12345678901234567.89' })])],
    })
    expect(first(accounts)).toMatchObject({ state: 'blocked' })
    expect(first(accounts).problems).toEqual([
      'NORTHGATE HOLDINGS INC, row 4: its value has more digits than the service keeps.',
    ])
    expect(first(entities).body).toBeNull()
  })

  it('refuses to carry over an asset without a name, or with one that is too long for the service', () => {
    const problem = 'An asset that is carried over has no name, or one that is too long for the service.'
    const beside = (name: string) => {
      const current = valuation('2026-09-30', [
        { name: ngh.name, value: 16804, external_id: 'NGH' },
        { name: larx.name, value: 121919.49, external_id: 'LARX', class: 'class-fund' },
        { name: cash.name, value: 80.51, class: 'class-cash' },
        { name, value: 5, class: 'class-home' },
      ])
      return only({ ...month, valuations: { entity_a: current } }).problems
    }
    expect(beside('')).toContain(problem)
    expect(beside('x'.repeat(1001))).toContain(problem)
    expect(beside('House in Rye')).toEqual([])
  })

  it('refuses more than 5,000 assets by name', () => {
    const many = (count: number) => {
      const rows = Array.from({ length: count }, (_, at) => row(at + 1, `Bond ${at}`, '1.00'))
      const securities = Object.fromEntries(rows.map(({ name }) => [`name:${name.toLowerCase()}`, 'class-bond']))
      return only({
        ...month,
        files: [file([account('55501234', rows, { total: `${count}.00` })])],
        known: [],
        valuations: {},
        securities,
      })
    }
    expect(many(5000).state).toBe('looked-at')
    expect(many(5001).problems).toEqual([
      'Vreeland Family Trust would have 5,001 assets; the service takes 5,000 assets at most.',
    ])
  })

  it('asks no asset class while questions about its rows are open', () => {
    const question = { id: 'name', rows: [], column: null, text: 'Which column has the names?', choices: [] }
    const asked = (of: { inFile?: boolean; inAccount?: boolean }) => {
      const one = account('55501234', [ngh], { total: '18804.00', questions: of.inAccount ? [question] : [] })
      const files = [file([one], { statement: { questions: of.inFile ? [question] : [] } })]
      const { securities, entities } = plan({ ...month, known: [], valuations: {}, securities: {}, files })
      return [securities.length, first(entities).state, first(entities).problems.join().includes('asset class')]
    }
    expect(asked({})).toEqual([1, 'blocked', true])
    expect(asked({ inFile: true })).toEqual([0, 'blocked', false])
    expect(asked({ inAccount: true })).toEqual([0, 'blocked', false])
  })

  it('is not planned before the current valuation is read', () => {
    expect(only({ ...month, valuations: {}, unread: ['entity_a'] })).toMatchObject({
      problems: ['The current valuation of Vreeland Family Trust is not read yet.'],
      state: 'blocked',
      body: null,
    })
  })
})

describe('what is carried over', () => {
  it('keeps the date of its value over the months', () => {
    const october = plan(month)
    const records = remember([known()], october, 'october')
    const logged = { ...september, id: 'october', effective_date: '2026-10-30' }
    const world = { ...month, known: records, valuations: { entity_a: logged }, today: '2026-12-01' }
    const november = only({ ...world, files: [file([whole], { as_of: '2026-11-30' })] })
    expect(november.assets.at(-1)).toMatchObject({
      name: 'House in Rye',
      carried: { account: null, as_of: '2026-09-30' },
    })
    const repriced = {
      ...logged,
      assets: logged.assets.map((asset) => ({ ...asset, value: asset.id === 'asset_house' ? 2100000 : asset.value })),
    }
    const after = only({
      ...world,
      valuations: { entity_a: repriced },
      files: [file([whole], { as_of: '2026-11-30' })],
    })
    expect(after.assets.at(-1)?.carried).toEqual({ account: null, as_of: '2026-10-30' })
  })
})

describe('what is remembered', () => {
  it('takes the place of the record before, with all identifiers, and the classes of new securities', () => {
    const { learned } = only({ ...month, securities: { 'symbol:LARX': 'class-fund' } })
    expect(learned.accounts.map(({ replaces }) => replaces)).toEqual([['known-1']])
    const { account: record } = first(learned.accounts)
    expect(record).toMatchObject({
      number: '55501234',
      layout: 'h1',
      entity_id: 'entity_a',
      as_of: '2026-10-30',
      total: '140804.00',
    })
    expect(record.assets.map(({ display_name, external_id, value }) => [display_name, external_id, value])).toEqual([
      [ngh.name, 'NGH', '18804.00'],
      [larx.name, 'LARX', '121919.49'],
      [cash.name, null, '80.51'],
    ])
    expect(learned.securities).toEqual({
      'symbol:NGH': 'class-equity',
      'cusip:664000123': 'class-equity',
      'name:cash cash investments': 'class-cash',
    })
  })

  it('stays as it is after an older statement', () => {
    const late = { ...month, valuations: { entity_a: { ...september, effective_date: '2026-10-31' } } }
    const answers = { [first(only(late).questions).id]: 'log' }
    expect(only({ ...late, answers })).toMatchObject({ state: 'looked-at', learned: { accounts: [] } })
  })

  it('has no assets of an account that only an older statement had: what is in the valuation was typed', () => {
    const typed = valuation('2026-10-31', [
      { name: ngh.name, value: 18000, external_id: 'NGH', id: 'asset_ngh' },
      { name: 'Bank deposit', value: 80, class: 'class-cash', id: 'asset_deposit' },
    ])
    const world = { ...month, known: [], valuations: { entity_a: typed } }
    const { questions } = only(world)
    const answers = Object.fromEntries(questions.map(({ id }) => [id, id.startsWith('older:') ? 'log' : 'all']))
    const older = plan({ ...world, answers })
    const records = remember([], older, 'older')
    expect(records).toMatchObject([{ number: '55501234', as_of: '2026-10-30', total: '140804.00', assets: [] }])
    const files = [file([whole], { id: 'file-2', as_of: '2026-11-30' })]
    const next = only({ ...world, known: records, files, today: '2026-12-02' })
    expect(next.state).toBe('blocked')
    expect(first(next.questions).text).toContain('NORTHGATE HOLDINGS INC, Bank deposit')
    expect(first(next.questions).choices.map(({ value }) => value)).toEqual(['matching', 'all', 'each', 'none'])
  })
})
