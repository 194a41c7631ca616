import { describe, expect, it } from 'vitest'
import { compareAccounts, mapAccounts, mayBeSameAccount, numberTail } from '../../../shared/statements/accounts.ts'
import type { EntityChoice, KnownAccount } from '../../../shared/statements/batch.ts'
import type { StatementAccount } from '../../../shared/statements/statement.ts'
import { account, cusip, entity, file, first, plan, row, symbol } from './made-up.ts'

const ngh = row(4, 'NORTHGATE HOLDINGS INC', '18804.00', { identifiers: [symbol('NGH'), cusip('664000123')] })
const larx = row(5, 'LARCH TOTAL MARKET INDEX', '121919.49', { identifiers: [symbol('LARX')] })
const cash = row(6, 'Cash & Cash Investments', '80.51')

const a = entity('entity_a', { name: 'Vreeland Family Trust' })
const b = entity('entity_b', { name: 'Ostrom Holdings', household: { id: 'household_2', name: 'Ostrom' } })

const record = (more: Partial<KnownAccount> = {}): KnownAccount => ({
  ...{ id: 'known-1', number: '...417', isMasked: true, name: 'Individual', custodian: 'Alder', layout: 'h1' },
  ...{ entity_id: 'entity_a', as_of: '2026-09-30', total: '140000.00', kept: [] },
  assets: [ngh, larx, cash].map(({ name, identifiers, value }) => {
    return { display_name: name, external_id: identifiers[0]?.value ?? null, value, identifiers }
  }),
  ...more,
})

const masked = (rows = [ngh, larx, cash], more: Partial<StatementAccount> = {}) =>
  account('...417', rows, { name: 'Individual', custodian: 'ALDER', ...more })

type Case = { accounts: StatementAccount[]; known?: KnownAccount[]; entities?: EntityChoice[]; layout?: string }

const mapAll = ({ accounts, known = [], entities = [a, b], layout = 'h1' }: Case) =>
  mapAccounts({ files: [file(accounts, { layout })], known, entities })
const map = (one: Case) => first(mapAll(one))

describe('a whole account number', () => {
  const whole = (more: Partial<StatementAccount> = {}) => account('5550-1234', [ngh, larx], more)
  const before = record({ number: '55501234', isMasked: false, name: null })

  it('maps to the entity whose external id it is', () => {
    const own = { ...a, external_id: ' 5550-1234' }
    const mapping = map({ accounts: [whole()], entities: [own, b] })
    expect(mapping).toMatchObject({
      state: 'mapped',
      entity_id: 'entity_a',
      why: 'Its external ID is the account’s number.',
    })
    expect(mapping.warnings.map(({ kind }) => kind)).toEqual(['first'])
    expect(map({ accounts: [whole()], entities: [own, b], known: [before] }).warnings).toEqual([])
  })

  it('only proposes an entity whose external id is another spelling of it', () => {
    const mapping = map({ accounts: [whole()], entities: [b, { ...a, external_id: '55501234' }] })
    expect(mapping).toMatchObject({
      state: 'ask',
      entity_id: null,
      why: 'No account with this number was read before.',
    })
    expect(first(mapping.proposals)).toBe('entity_a')
  })

  it('is asked where external id and memory disagree, or several entities have it', () => {
    const other = { ...b, external_id: '5550-1234' }
    const disagreeing = map({ accounts: [whole()], entities: [a, other], known: [before] })
    expect(disagreeing).toMatchObject({ state: 'ask', proposals: ['entity_b', 'entity_a'] })
    expect(disagreeing.why).toContain('confirmed for another')
    const several = map({ accounts: [whole()], entities: [{ ...a, external_id: '5550-1234' }, other] })
    expect(several).toMatchObject({ state: 'ask', why: 'Several entities have its number as external ID.' })
  })

  it('maps to the entity that was confirmed before, in any spelling of it', () => {
    const mapping = map({ accounts: [whole()], known: [before] })
    expect(mapping).toMatchObject({
      state: 'mapped',
      entity_id: 'entity_a',
      why: 'You confirmed it before.',
      warnings: [],
    })
    expect(mapping.known.map(({ id }) => id)).toEqual(['known-1'])
  })

  it('of another layout needs most holdings as well: one client has the same name at two custodians', () => {
    const birch = row(1, 'BIRCH BOND', '1.00', { identifiers: [symbol('BIRX')] })
    const other = { known: [before], layout: 'h2' }
    expect(map({ ...other, accounts: [whole()] }).state).toBe('mapped')
    expect(map({ ...other, accounts: [whole({ rows: [birch] })] })).toMatchObject({
      state: 'ask',
      proposals: ['entity_a'],
    })
    const named = { ...before, name: 'Trust: Under Agreement' }
    const rows = { rows: [birch], name: 'TRUST UNDER AGREEMENT' }
    expect(map({ ...other, known: [named], accounts: [whole(rows)] }).state).toBe('ask')
    expect(map({ ...other, known: [named], accounts: [whole({ ...rows, name: 'Roth' })] }).state).toBe('ask')
  })

  it('of the same layout under another name needs most holdings as well: two custodians may have equal headers', () => {
    const birch = row(1, 'BIRCH BOND', '1.00', { identifiers: [symbol('BIRX')] })
    const known = [{ ...before, name: 'Individual' }]
    expect(map({ accounts: [whole({ rows: [birch], name: 'Roth IRA' })], known })).toMatchObject({
      state: 'ask',
      why: 'An account with its number was confirmed under another name, and its holdings do not agree.',
      proposals: ['entity_a'],
    })
    for (const name of ['Individual', null])
      expect(map({ accounts: [whole({ rows: [birch], name })], known }).state).toBe('mapped')
    expect(map({ accounts: [whole({ name: 'Roth IRA' })], known }).state).toBe('mapped')
  })

  it('is asked where it was confirmed for two entities, unless only one has this layout', () => {
    const second = { ...before, id: 'known-2', entity_id: 'entity_b' }
    expect(map({ accounts: [whole()], known: [before, second] })).toMatchObject({
      state: 'ask',
      why: 'Its number was confirmed for several entities.',
      proposals: ['entity_a', 'entity_b'],
    })
    expect(map({ accounts: [whole()], known: [before, { ...second, layout: 'h2' }] }).entity_id).toBe('entity_a')
  })

  it('of another custodian is another account: it is asked, and takes the number from no entity', () => {
    const known = [{ ...before, custodian: 'Alder' }]
    const at = (custodian: string | null) => account('5550-1234', [ngh, larx], { custodian })
    expect(map({ accounts: [at('Birch')], known })).toMatchObject({
      state: 'ask',
      why: 'Its number was confirmed for an account of another custodian.',
      proposals: ['entity_a'],
    })
    for (const custodian of ['ALDER', null]) expect(map({ accounts: [at(custodian)], known }).state).toBe('mapped')
    const named = map({ accounts: [at('Birch')], known, entities: [a, { ...b, external_id: '5550-1234' }] })
    expect(named).toMatchObject({ state: 'ask', proposals: ['entity_b', 'entity_a'] })
    const [chosen] = mapAccounts({
      files: [file([at('Birch')], { decisions: { accounts: { [at('Birch').key]: { entity_id: 'entity_b' } } } })],
      ...{ known, entities: [a, b] },
    })
    expect(chosen).toMatchObject({ state: 'mapped', entity_id: 'entity_b', known: [], moved: [] })
  })

  it('says that the account has another name, or that its entity is archived', () => {
    const mapping = map({
      accounts: [whole({ name: 'Roth IRA' })],
      known: [{ ...before, name: 'Individual' }],
      entities: [{ ...a, stage: 'ARCHIVED' }],
    })
    expect(mapping.state).toBe('mapped')
    expect(mapping.warnings).toEqual([
      { kind: 'mapping', text: 'The account was called “Individual” last time.' },
      { kind: 'mapping', text: 'Vreeland Family Trust is archived.' },
    ])
  })

  it('is asked where its entity is not in the service any more', () => {
    const gone = { ...a, isGone: true, external_id: '5550-1234' }
    expect(map({ accounts: [whole()], known: [before], entities: [gone, b] })).toMatchObject({
      state: 'ask',
      why: 'The entity that it belonged to is not in the service any more.',
    })
    expect(map({ accounts: [whole()], entities: [gone, b] }).state).toBe('ask')
  })

  it('of four characters is as good as a masked one', () => {
    const short = account('1234', [ngh, larx])
    const entities = [{ ...a, external_id: '1234' }]
    expect(map({ accounts: [short], entities })).toMatchObject({ state: 'ask', proposals: ['entity_a'] })
    expect(map({ accounts: [account('12345', [ngh])], entities: [{ ...a, external_id: '12345' }] }).state).toBe(
      'mapped',
    )
  })
})

describe('a masked number', () => {
  it('maps where custodian, number, name, layout, most holdings and about the total agree with the last time', () => {
    const mapping = map({ accounts: [masked()], known: [record()] })
    expect(mapping).toMatchObject({ state: 'mapped', entity_id: 'entity_a', warnings: [] })
    expect(mapping.why).toBe('Custodian, number, name and holdings agree with the last time.')
  })

  it.each([
    ['new', { known: [] }, 'The file shows only the end of its number, and no such account was read before.'],
    ['of another name', { accounts: [masked(undefined, { name: 'Roth' })] }, 'name, layout or custodian differs'],
    ['without a name', { accounts: [masked(undefined, { name: null })] }, 'name, layout or custodian differs'],
    ['of another layout', { layout: 'h2' }, 'name, layout or custodian differs'],
    [
      'of another custodian',
      { accounts: [masked(undefined, { custodian: 'Birch' })] },
      'name, layout or custodian differs',
    ],
    [
      'with other holdings',
      { accounts: [masked([{ ...ngh, name: 'X', identifiers: [symbol('X')], value: '140000.00' }])] },
      'holdings differ',
    ],
    ['with the same cash alone', { accounts: [masked([{ ...cash, value: '140000.00' }])] }, 'holdings differ'],
    ['with half of the holdings', { accounts: [masked([{ ...larx, value: '140000.00' }])] }, 'holdings differ'],
    ['with another total', { accounts: [masked([ngh, { ...larx, value: '170000.00' }])] }, 'more than 25%'],
    ['without a number', { accounts: [masked(undefined, { number: '' })] }, 'No number of it was found'],
    ['with two digits', { accounts: [masked(undefined, { number: '...17' })] }, 'No number of it was found'],
  ] as [string, Partial<Case>, string][])('is asked where it is %s', (_, difference, why) => {
    const mapping = map({ accounts: [masked()], known: [record()], ...difference })
    expect(mapping).toMatchObject({ state: 'ask', entity_id: null })
    expect(mapping.why).toContain(why)
  })

  it('is asked where no custodian is named for it, or none was the last time: two custodians may have equal accounts', () => {
    const unnamed = { accounts: [masked(undefined, { custodian: null })] }
    const before = [record({ custodian: null })]
    const toName = map({ ...unnamed, known: [record()] })
    expect(toName).toMatchObject({ state: 'ask', needsCustodian: true, proposals: ['entity_a'] })
    expect(toName.why).toContain('its custodian, which was known the last time, is not named')
    const never = map({ ...unnamed, known: before })
    expect(never).toMatchObject({ state: 'ask', needsCustodian: false, proposals: ['entity_a'] })
    expect(never.why).toContain('no custodian was named, now or the last time')
    const once = map({ accounts: [masked()], known: before })
    expect(once).toMatchObject({ state: 'ask', needsCustodian: false, proposals: ['entity_a'] })
    expect(once.why).toContain('its custodian was not named the last time')
    expect(map({ accounts: [masked()], known: [record(), record({ id: 'known-2', custodian: null })] }).state).toBe(
      'ask',
    )
  })

  it('maps where a security is in several rows, which prove no more than one', () => {
    const lots = [larx, { ...larx, row: 8, value: '10.00' }, { ...larx, row: 9, value: '10.00' }]
    expect(map({ accounts: [masked([ngh, ...lots])], known: [record()] }).state).toBe('mapped')
  })

  it('is asked where several entities agree, and proposes these', () => {
    const known = [record(), record({ id: 'known-2', entity_id: 'entity_b' })]
    expect(map({ accounts: [masked()], known })).toMatchObject({
      state: 'ask',
      why: 'The file shows only the end of its number, and accounts of several entities agree with it.',
      proposals: ['entity_a', 'entity_b'],
    })
  })

  it('is asked twice where two accounts agree with one record', () => {
    const mappings = mapAll({ accounts: [masked(), masked(undefined, { key: 'twin' })], known: [record()] })
    expect(mappings.map(({ state, proposals }) => [state, first(proposals)])).toEqual([
      ['ask', 'entity_a'],
      ['ask', 'entity_a'],
    ])
  })

  it('never maps by an external id or by a whole number that ends with it, which are proposed', () => {
    const entities = [b, { ...a, external_id: '55500417' }]
    expect(map({ accounts: [masked()], entities })).toMatchObject({ state: 'ask', proposals: ['entity_a'] })
    const known = [record({ number: '55500417', isMasked: false })]
    expect(map({ accounts: [masked()], known })).toMatchObject({ state: 'ask', proposals: ['entity_a'] })
  })

  it('is asked where its entity is not in the service any more', () => {
    expect(map({ accounts: [masked()], known: [record()], entities: [{ ...a, isGone: true }] }).state).toBe('ask')
    expect(map({ accounts: [masked()], known: [record()], entities: [] }).state).toBe('ask')
  })
})

describe('proposals', () => {
  const schulist = { id: 'household_s', name: 'Abel Schulist' }
  const farrow = { id: 'household_f', name: 'Alan Farrow' }
  const entities = [
    entity('grat', { name: 'Abel Schulist 2023 GRAT', household: schulist }),
    entity('brokerage', { name: 'Abel Schulist Brokerage · Lakeshore', household: schulist }),
    entity('trust', { name: 'Abel Schulist Revocable Trust', household: schulist }),
    entity('ira', { name: 'Alan Farrow IRA', household: farrow }),
    entity('design', { name: 'Alan Farrow Design', household: farrow }),
  ]
  const named = account('8841-0417', [ngh], { name: 'Abel Schulist Revocable Trust' })
  const proposalsOf = (accounts: StatementAccount[], entity_id: string) => {
    const decisions = { accounts: { ira: { entity_id } } }
    const mappings = mapAccounts({ files: [file(accounts, { decisions })], known: [], entities })
    return mappings.find(({ state }) => state === 'ask')?.proposals
  }

  it('begin with the entity that has the account’s name', () => {
    expect(first(map({ accounts: [named], entities }).proposals)).toBe('trust')
  })

  it('begin with entities of the account’s name also where another account of the file is of another household', () => {
    const proposals = proposalsOf([account('...555', [larx], { key: 'ira' }), named], 'ira')
    expect(proposals?.slice(0, 3)).toEqual(['trust', 'grat', 'brokerage'])
  })

  it('are of the household of the file’s other accounts where the name says nothing', () => {
    const unnamed = account('8841-0982', [ngh], { name: 'Individual' })
    expect(proposalsOf([account('...555', [larx], { key: 'ira' }), unnamed], 'ira')).toEqual(['design', 'ira'])
  })
})

describe('a decision', () => {
  const mapDecided = (decision: Record<string, { entity_id: string } | { leaveOut: true }>, one: Case) =>
    first(
      mapAccounts({
        files: [file(one.accounts, { decisions: { accounts: decision } })],
        known: one.known ?? [],
        entities: one.entities ?? [a, b],
      }),
    )

  it('comes before everything else', () => {
    const key = masked().key
    const chosen = mapDecided({ [key]: { entity_id: 'entity_b' } }, { accounts: [masked()], known: [record()] })
    expect(chosen).toMatchObject({ state: 'mapped', entity_id: 'entity_b', why: 'You chose it.', known: [] })
    expect(chosen.warnings.map(({ kind }) => kind)).toEqual(['first'])
    const confirmed = mapDecided({ [key]: { entity_id: 'entity_a' } }, { accounts: [masked()], known: [record()] })
    expect(confirmed.warnings).toEqual([])
    expect(mapDecided({ [key]: { leaveOut: true } }, { accounts: [masked()] })).toMatchObject({
      state: 'left-out',
      why: 'You left it out.',
    })
  })

  it('for an entity that is gone is asked again', () => {
    const entities = [{ ...a, isGone: true }, b]
    const asked = mapDecided({ [masked().key]: { entity_id: 'entity_a' } }, { accounts: [masked()], entities })
    expect(asked).toMatchObject({ state: 'ask', why: 'The entity that you chose is not in the service any more.' })
  })

  it('that moves a whole number to another entity takes it from the one before', () => {
    const number = { number: '55501234', isMasked: false }
    const known = [record(number)]
    const decision = { '55501234 Individual': { entity_id: 'entity_b' } }
    const one = account('55501234', [ngh, larx], { name: 'Individual', total: '140723.49' })
    const moved = mapDecided(decision, { accounts: [one], known })
    expect(moved.moved).toEqual(['known-1'])
    expect(moved.warnings.map(({ text }) => text)).toContain(
      'The account was read for Vreeland Family Trust before: its assets stay there until a valuation without them is logged.',
    )
    const files = [file([one], { decisions: { accounts: decision } })]
    const { learned } = first(plan({ files, entities: [a, b], known }).entities)
    expect(first(learned.accounts).replaces).toEqual(['known-1'])
  })

  it('that says where a whole number was before leaves it where a later statement was read', () => {
    const later = record({ number: '55501234', isMasked: false, as_of: '2026-11-30' })
    const decision = { '55501234 Individual': { entity_id: 'entity_b' } }
    const one = account('55501234', [ngh, larx], { name: 'Individual', total: '140723.49' })
    expect(mapDecided(decision, { accounts: [one], known: [later] }).moved).toEqual([])
    const files = [file([one], { decisions: { accounts: decision } })]
    const { learned } = first(plan({ files, entities: [a, b], known: [later] }).entities)
    expect(first(learned.accounts).replaces).toEqual([])
    const known = [later, { ...first(learned.accounts).account, id: 'known-2' }]
    expect(map({ accounts: [one], known })).toMatchObject({
      state: 'ask',
      why: 'Its number was confirmed for several entities.',
      proposals: ['entity_a', 'entity_b'],
    })
  })
})

describe('proposals', () => {
  it('are entities by words of the account’s name, rare words first, and of the households of the same file', () => {
    const c = entity('entity_c', { name: 'Ostrom Trust', household: { id: 'household_2', name: 'Ostrom' } })
    const mapping = map({
      accounts: [account('99887766', [ngh], { name: 'OSTROM FAMILY TRUST' })],
      entities: [a, b, c],
    })
    expect(mapping.proposals).toEqual(['entity_a', 'entity_c', 'entity_b'])
    const equal = [entity('entity_f', { name: 'Ostrom B' }), entity('entity_e', { name: 'Ostrom A' })]
    expect(map({ accounts: [account('99887766', [ngh], { name: 'Ostrom' })], entities: equal }).proposals).toEqual([
      'entity_e',
      'entity_f',
    ])
    const mapped = account('55501234', [ngh])
    const asked = account('99887766', [ngh])
    const mappings = mapAll({ accounts: [mapped, asked], entities: [{ ...a, external_id: '55501234' }, b, c] })
    expect(mappings[1]?.proposals).toEqual(['entity_a'])
    const sibling = entity('entity_d', { household: a.household, name: 'Vreeland ILIT' })
    const more = mapAll({ accounts: [mapped, asked], entities: [{ ...a, external_id: '55501234' }, b, sibling] })
    expect(more[1]?.proposals).toEqual(['entity_a', 'entity_d'])
  })

  it('are twenty at most, and none once the account is mapped', () => {
    const many = Array.from({ length: 30 }, (_, at) => entity(`entity_${at}`, { name: 'Ostrom' }))
    expect(map({ accounts: [account('99887766', [], { name: 'Ostrom' })], entities: many }).proposals).toHaveLength(20)
    expect(map({ accounts: [masked()], known: [record()] }).proposals).toEqual([])
  })
})

describe('account numbers', () => {
  const of = (number: string) => account(number, [])

  it('have a tail that all spellings and masks have in common', () => {
    expect(
      ['5550-1234', '55501234', '...234', 'XXXX-1234', 'xxxx1234', '****1234'].map((each) =>
        numberTail({ ...of(each), isMasked: /^[.x*]/i.test(each) }),
      ),
    ).toEqual(Array.from({ length: 6 }, () => '234'))
    expect(numberTail(of(''))).toBe('')
    expect(numberTail(of('...34'))).toBe('')
    expect(numberTail({ ...of('1234XXXX'), isMasked: true })).toBe('')
  })

  it('may be the same where one shows only the end of the other', () => {
    expect(mayBeSameAccount(of('5550-1234'), of('55501234'))).toBe(true)
    expect(mayBeSameAccount(of('55501234'), of('1234'))).toBe(true)
    expect(mayBeSameAccount(of('...234'), of('55501234'))).toBe(true)
    expect(mayBeSameAccount(of('...1234'), of('...234'))).toBe(true)
    expect(mayBeSameAccount(of('155501234'), of('55501234'))).toBe(false)
    expect(mayBeSameAccount(of('...235'), of('55501234'))).toBe(false)
    expect(mayBeSameAccount(of(''), of('55501234'))).toBe(false)
  })
})

describe('accounts of another computer', () => {
  const whole = (entity_id: string, layout = 'h1') =>
    record({ number: '5550-1234', isMasked: false, name: null, layout, entity_id })
  const outcome = (given: KnownAccount[], known: KnownAccount[]) => {
    const { taken, kept, asked } = compareAccounts(given, known)
    expect(taken.length + kept.length + asked.length).toBe(given.length)
    return [taken.length, kept.length, asked.map(({ mine }) => mine.map(({ entity_id }) => entity_id))]
  }

  it('are taken if they are new here, and stay if they are known for the same entity', () => {
    expect(outcome([whole('entity_a')], [])).toEqual([1, 0, []])
    expect(outcome([whole('entity_a')], [whole('entity_a')])).toEqual([0, 1, []])
    expect(outcome([whole('entity_a', 'h2')], [whole('entity_a')])).toEqual([1, 0, []])
  })

  it('are asked if a whole number is known for another entity, whatever the layout', () => {
    expect(outcome([whole('entity_b')], [whole('entity_a')])).toEqual([0, 0, [['entity_a']]])
    expect(outcome([whole('entity_b', 'h2')], [whole('entity_a')])).toEqual([0, 0, [['entity_a']]])
    expect(outcome([{ ...whole('entity_b'), number: '55501234' }], [whole('entity_a')])).toEqual([0, 0, [['entity_a']]])
  })

  it('with masked numbers are asked only where name and layout agree, and not if the file knows both entities', () => {
    const [own, theirs] = [record(), record({ entity_id: 'entity_b' })]
    expect(outcome([theirs], [own])).toEqual([0, 0, [['entity_a']]])
    expect(outcome([{ ...theirs, layout: 'h2' }], [own])).toEqual([1, 0, []])
    expect(outcome([{ ...theirs, name: 'Roth' }], [own])).toEqual([1, 0, []])
    expect(outcome([own, theirs], [own])).toEqual([1, 1, []])
  })

  it('are taken once if a file has them twice, also those without a readable number', () => {
    const nameless = record({ number: '', name: 'Joint' })
    expect(outcome([nameless, nameless, whole('entity_a'), whole('entity_a')], [])).toEqual([2, 2, []])
    expect(outcome([nameless], [nameless])).toEqual([0, 1, []])
    expect(outcome([nameless], [{ ...nameless, entity_id: 'entity_b' }])).toEqual([1, 0, []])
  })
})
