import { describe, expect, it } from 'vitest'
import type { KnownAccount } from '../../../shared/statements/batch.ts'
import {
  account,
  cash,
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
  valuation,
  whole,
} from './made-up.ts'

describe('several accounts of one entity', () => {
  const second = account('55509876', [row(9, ngh.name, '3760.80', { identifiers: ngh.identifiers })], {
    total: '3760.80',
  })
  const decisions = { accounts: { [second.key]: { entity_id: 'entity_a' } } }

  it('make one valuation, in which the same security is two assets', () => {
    const { entities } = plan({ ...month, known: [], valuations: {}, files: [file([whole, second], { decisions })] })
    expect(entities).toHaveLength(1)
    expect(first(entities).accounts).toHaveLength(2)
    expect(first(entities).total).toBe('144564.80')
    expect(
      first(entities)
        .assets.filter(({ external_id }) => external_id === 'NGH')
        .map(({ value }) => value),
    ).toEqual(['18804.00', '3760.80'])
  })

  it('carry over each other’s assets when only one of them is read, with the date of its own statement', () => {
    const start = plan({ ...month, known: [], valuations: {}, files: [file([whole, second], { decisions })] })
    const records = remember([], start, 'october')
    const logged = valuation(
      '2026-10-30',
      first(start.entities).body?.directly_held_assets.map((asset) => ({
        ...{ name: asset.display_name, value: asset.value, class: asset.asset_class_id },
        ...(asset.external_id ? { external_id: asset.external_id } : {}),
      })) ?? [],
    )
    const november = account('55501234', [{ ...ngh, value: '19000.00' }, larx, cash], { total: '141000.00' })
    const world = { ...month, known: records, valuations: { entity_a: logged }, today: '2026-12-01' }
    const next = only({ ...world, files: [file([november], { as_of: '2026-11-30', id: 'file-2' })] })
    expect(next.questions).toEqual([])
    expect(next.state).toBe('at-once')
    expect(next.total).toBe('144760.80')
    expect(next.assets.filter(({ change }) => change === 'carried')).toMatchObject([
      { value: '3760.80', carried: { account: '55509876', as_of: '2026-10-30' } },
    ])
  })

  it('ask whose an asset is where a colleague changed the values of both', () => {
    const records = [
      known({ assets: known().assets.slice(0, 1) }),
      known({ id: 'known-2', number: '55509876', assets: [{ ...first(known().assets), value: '3000.00' }] }),
    ]
    const changed = valuation('2026-10-15', [
      { name: ngh.name, value: 17000, external_id: 'NGH', id: 'asset_1' },
      { name: ngh.name, value: 3100, external_id: 'NGH', id: 'asset_2' },
    ])
    const world = {
      ...month,
      known: records,
      valuations: { entity_a: changed },
      files: [file([account('55501234', [ngh], { total: '18804.00' })])],
    }
    const asked = only(world)
    expect(asked.state).toBe('blocked')
    expect(asked.questions.map(({ id }) => id)).toEqual(['whose:asset_1', 'whose:asset_2'])
    const answers = { 'whose:asset_1': 'known-1', 'whose:asset_2': 'known-2' }
    const answered = only({ ...world, answers })
    expect(answered.state).toBe('at-once')
    expect(answered.assets.map(({ change, value }) => [change, value])).toEqual([
      ['changed', '18804.00'],
      ['carried', '3100.00'],
    ])
    expect(answered.assets[1]?.carried).toEqual({ account: '55509876', as_of: '2026-10-15' })
  })

  it('ask whether an account whose number cannot be read is the one of last time, whatever it holds now', () => {
    const lost = account('4.94981E+11', [ngh], { total: '18804.00', isMasked: true })
    const world = {
      ...month,
      files: [file([lost], { decisions: { accounts: { [lost.key]: { entity_id: 'entity_a' } } } })],
      known: [known({ number: '4.94981E+11', isMasked: true, assets: known().assets.slice(1) })],
    }
    const asked = only(world)
    expect(asked.state).toBe('blocked')
    const question = first(asked.questions)
    expect(question.id).toMatch(/^same:/)
    const answered = only({ ...world, answers: { [question.id]: 'known-1' } })
    expect(answered.assets.map(({ change, name }) => [change, name])).toEqual([
      ['new', ngh.name],
      ['carried', ngh.name],
      ['carried', 'House in Rye'],
      ['gone', larx.name],
      ['gone', cash.name],
    ])
  })

  it('are named in questions by the last digits of their numbers, whatever stands between these', () => {
    const record = known({ number: '5550-12-3-4' })
    const [question] = only({
      ...month,
      known: [record],
      files: [
        file([{ ...whole, number: '777-8-88' }], {
          decisions: { accounts: { [whole.key]: { entity_id: 'entity_a' } } },
        }),
      ],
    }).questions
    expect(question?.text).toContain('the account …888 in')
    expect(question?.choices.map(({ label }) => label)).toContain('Yes: the account …234, as of 2026-09-30')
  })

  it('are told apart in questions where a spreadsheet shortened their numbers', () => {
    const records = ['4.03917E+11', '4.04759E+11'].map((number, at) =>
      known({ id: `known-${at}`, number, isMasked: true }),
    )
    const shortened = account('4.05306E+11', [ngh], { total: '18804.00', isMasked: true })
    const decisions = { accounts: { [shortened.key]: { entity_id: 'entity_a' } } }
    const [question] = only({ ...month, known: records, files: [file([shortened], { decisions })] }).questions
    expect(question?.text).toContain('the account 4.05306E+11 in')
    expect(question?.choices.map(({ label }) => label)).toEqual([
      'Yes: the account 4.03917E+11, as of 2026-09-30',
      'Yes: the account 4.04759E+11, as of 2026-09-30',
      'No, it is another account',
    ])
  })

  it('ask whose an asset is where there are more or fewer than were read', () => {
    const one = first(known().assets)
    const files = [file([account('55501234', [ngh], { total: '18804.00' })])]
    const asked = (records: KnownAccount[], values: number[]) => {
      const assets = values.map((value, at) => ({ name: ngh.name, value, external_id: 'NGH', id: `asset_${at}` }))
      const valuations = { entity_a: valuation('2026-10-15', assets) }
      const { questions } = only({ ...month, files, known: records, valuations })
      return questions.map(({ id }) => id.split(':').slice(0, 2).join(':')).filter((id) => id.startsWith('whose'))
    }
    const single = known({ assets: [one] })
    const second = known({ id: 'known-2', number: '55509876', assets: [one] })
    expect(asked([single], [17000, 500])).toEqual(['whose:asset_0', 'whose:asset_1'])
    expect(asked([single], [17000])).toEqual([])
    expect(asked([single, second], [16804])).toEqual(['whose:asset_0'])
    expect(asked([single, second], [16804, 16804])).toEqual([])
  })

  it('say that their dates differ, and are of the latest one', () => {
    const { entities } = plan({
      ...month,
      known: [],
      valuations: {},
      files: [file([whole]), file([second], { id: 'file-2', as_of: '2026-10-31', decisions })],
    })
    expect(first(entities).as_of).toBe('2026-10-31')
    expect(first(entities).warnings.map(({ kind }) => kind)).toContain('other-dates')
  })

  it('say that an account of the file is not in it any more', () => {
    const records = [
      known(),
      known({ id: 'known-2', number: '55509876', assets: [{ ...first(known().assets), value: '3000.00' }] }),
    ]
    const both = valuation('2026-09-30', [
      ...[16804, 3000].map((value) => ({ name: ngh.name, value, external_id: 'NGH' })),
      { name: larx.name, value: 121919.49, external_id: 'LARX', class: 'class-fund' },
      { name: cash.name, value: 80.51, class: 'class-cash' },
    ])
    const other = account('77', [], { total: '0.00' })
    const world = { ...month, known: records, valuations: { entity_a: both } }
    const told = only({ ...world, files: [file([whole, other])] })
    expect(told.warnings).toEqual([
      {
        kind: 'other-dates',
        text: 'The account …876 is not in these files: its assets of Sep 30, 2026 are carried over.',
      },
    ])
    expect(only(world).warnings).toEqual([])
  })
})

describe('an account that is twice in a batch', () => {
  const again = { ...whole, key: 'again' }

  it('is asked: one counts, or all are parts of one account', () => {
    const world = { ...month, files: [file([whole]), file([again], { id: 'file-2' })] }
    const { entities, accounts } = plan(world)
    const question = first(first(entities).questions)
    expect(first(entities).state).toBe('blocked')
    const asked = 'It may be the same account as another of these files: answer which one counts.'
    expect(accounts.map(({ why }) => why === asked)).toEqual([false, true])
    expect(first(entities).total).toBe('2140804.00')
    expect(question.choices.map(({ value }) => value)).toEqual(['0', '1', 'all'])
    const answered = plan({ ...world, answers: { [question.id]: '1' } })
    expect(answered.accounts.map(({ state }) => state)).toEqual(['left-out', 'mapped'])
    expect(first(answered.accounts).why).toBe('Another account of these files counts in its place.')
    expect(first(answered.entities)).toMatchObject({ state: 'at-once', total: '2140804.00' })
    expect(first(first(answered.entities).assets).from?.file_id).toBe('file-2')
    const all = plan({ ...world, answers: { [question.id]: 'all' } })
    expect(first(all.entities).total).toBe('2281608.00')
    expect(first(all.entities).learned.accounts).toHaveLength(1)
  })

  it('cannot be all of them where the dates differ', () => {
    const { entities } = plan({
      ...month,
      files: [file([whole]), file([again], { id: 'file-2', as_of: '2026-10-31' })],
    })
    expect(first(first(entities).questions).choices.map(({ value }) => value)).toEqual(['0', '1'])
  })

  it('counts once, without a question, in the same file', () => {
    const { accounts, entities } = plan({
      ...month,
      files: [
        file([whole]),
        file([whole], { id: 'file-2', name: 'copy.csv', sha256: 'sha file-1' }),
        file([whole], { id: 'file-3', name: 'copy of copy.csv', sha256: 'sha file-1' }),
      ],
    })
    const same = ['left-out', 'The same file as “positions.csv”, which counts once.']
    expect(accounts.map(({ state, why }) => [state, why])).toEqual([
      ['mapped', 'Its external ID is the account’s number.'],
      same,
      same,
    ])
    expect(first(entities).state).toBe('at-once')
  })

  it('is asked where one of two equal masked numbers has no name, but not where the names differ', () => {
    const masked = (name: string | null) => account('...234', [ngh], { total: '18804.00', name })
    const questions = (...names: (string | null)[]) => {
      const accounts = names.map(masked)
      const decisions = { accounts: Object.fromEntries(accounts.map(({ key }) => [key, { entity_id: 'entity_a' }])) }
      return only({ ...month, known: [], valuations: {}, files: [file(accounts, { decisions })] }).questions.length
    }
    expect(questions('Trust', null)).toBe(1)
    expect(questions('Trust', 'Roth IRA')).toBe(0)
  })

  it('with one number at two custodians is asked, and may be two accounts also of two dates, which are remembered apart', () => {
    const at = (custodian: string) => account('55501234', [ngh], { total: '18804.00', name: 'Trust', custodian })
    const files = [
      file([at('Alder')], { decisions: { accounts: { [at('Alder').key]: { entity_id: 'entity_a' } } } }),
      file([at('Birch')], {
        ...{ id: 'file-2', as_of: '2026-10-29' },
        decisions: { accounts: { [at('Birch').key]: { entity_id: 'entity_a' } } },
      }),
    ]
    const world = { ...month, known: [], valuations: {}, files }
    const question = first(only(world).questions.filter(({ id }) => id.startsWith('twice:')))
    expect(question.choices.at(-1)).toEqual({ value: 'all', label: 'All of them: they are different accounts' })
    const both = only({ ...world, answers: { [question.id]: 'all' } })
    expect(both.total).toBe('37608.00')
    expect(both.learned.accounts.map((one) => one.account.custodian)).toEqual(['Alder', 'Birch'])
  })

  it('is asked where one file masks the number', () => {
    const masked = account('...234', [ngh, larx, cash], { total: '140804.00', name: 'Trust' })
    const decisions = { accounts: { [masked.key]: { entity_id: 'entity_a' } } }
    const { entities } = plan({
      ...month,
      files: [file([whole]), file([masked], { id: 'file-2', layout: 'h2', decisions })],
    })
    expect(first(entities).questions.map(({ id }) => id.split(':')[0])).toEqual(['twice'])
  })

  describe('with a number that cannot be read', () => {
    const inTrust = (one: ReturnType<typeof account>, options: Parameters<typeof file>[1]) =>
      file([one], { ...options, decisions: { accounts: { [one.key]: { entity_id: 'entity_a' } } } })
    const shortened = (number: string, rows = [ngh, larx], name: string | null = null) =>
      account(number, rows, { total: '140723.49', isMasked: true, name })
    const asked = (one: ReturnType<typeof account>, other: ReturnType<typeof account>, layout = 'h1') => {
      const files = [inTrust(one, {}), inTrust(other, { id: 'file-2', layout })]
      return only({ ...month, known: [], valuations: {}, files }).questions.filter(({ id }) => id.startsWith('twice:'))
    }
    const others = [row(4, 'Kestrel Bank', '7.00'), row(5, 'Plover Mills', '8.00')]

    it('is asked where a spreadsheet shortened the number in both files, and is never added', () => {
      const files = [inTrust(shortened('4.85114E+11'), {}), inTrust(shortened('4.85114E+11'), { id: 'file-2' })]
      const world = { ...month, known: [], valuations: {}, files }
      const planned = only(world)
      expect(planned).toMatchObject({ state: 'blocked', total: '140723.49' })
      const question = first(planned.questions)
      expect(question.text).toBe('An account of Vreeland Family Trust may be here twice. Which one counts?')
      expect(question.choices.map(({ label }) => label)).toEqual([
        'the account 4.85114E+11 in “positions.csv”, as of 2026-10-30',
        'the account 4.85114E+11 in “positions.csv”, as of 2026-10-30',
        'All of them: they are different accounts, or parts of one',
      ])
      expect(only({ ...world, answers: { [question.id]: '1' } }).total).toBe('140723.49')
    })

    it('is compared by the digits that are left', () => {
      expect(asked(shortened('4.85114E+11'), shortened('4.85115E+11'))).toEqual([])
      expect(asked(shortened('4.85114E+11'), shortened('4.85E+11', others))).toHaveLength(1)
      expect(asked(shortened('4.85114E+11'), account('485-113-999-999', others, { total: '15.00' }))).toHaveLength(1)
      expect(asked(shortened('4.85114E+11'), account('485114500000', [ngh, larx], { total: '140723.49' }))).toEqual([])
      expect(asked(shortened('4.85114E+11'), account('48511400000', [ngh, larx], { total: '140723.49' }))).toEqual([])
      expect(asked(shortened('4.85114E+11'), account('AB-485114', [ngh, larx], { total: '140723.49' }))).toEqual([])
      expect(asked(shortened('4E+11'), shortened('4.25114E+11', others), 'h2')).toHaveLength(1)
    })

    it('is asked beside a masked number where the holdings, the total or the name agree', () => {
      const masked = (rows: typeof others, name: string | null = null) =>
        account('...417', rows, { total: '15.00', name })
      expect(asked(shortened('4.85114E+11'), masked([ngh, larx]))).toHaveLength(1)
      expect(asked(shortened('4.85114E+11'), masked(others))).toEqual([])
      const renamed = others.map((each, at) => ({ ...each, value: at === 0 ? ngh.value : larx.value }))
      expect(asked(shortened('4.85114E+11'), masked(renamed))).toHaveLength(1)
      expect(asked(shortened('4.85114E+11', [ngh, larx], 'Income'), masked(others, 'Income'), 'h2')).toHaveLength(1)
      expect(asked(shortened('4.85114E+11', [ngh, larx], 'Income'), masked([ngh, larx], 'Growth'))).toEqual([])
      expect(asked(shortened('4.85114E+11', []), masked([]))).toEqual([])
    })

    it('is asked where two files of one layout name no number, and not where their names differ', () => {
      const unnumbered = (rows: typeof others, name: string | null = null) =>
        account('', rows, { total: '15.00', isMasked: true, name })
      const [question] = asked(unnumbered(others), unnumbered([ngh, larx]))
      expect(question?.choices.map(({ value }) => value)).toEqual(['0', '1', 'all'])
      expect(asked(unnumbered(others), unnumbered([ngh, larx]), 'h2')).toEqual([])
      expect(asked(unnumbered(others, 'Income'), unnumbered(others, 'Growth'))).toEqual([])
    })

    it('may be another one of another date where no number is named', () => {
      const unnumbered = () => account('', [ngh], { total: ngh.value, isMasked: true })
      const files = [inTrust(unnumbered(), {}), inTrust(unnumbered(), { id: 'file-2', as_of: '2026-10-31' })]
      const world = { ...month, known: [], valuations: {}, files }
      const question = first(only(world).questions)
      expect(question.choices.at(-1)).toEqual({ value: 'all', label: 'All of them: they are different accounts' })
      expect(only({ ...world, answers: { [question.id]: 'all' } }).total).toBe('37608.00')
    })

    it('is asked beside each account that it may be, until it is one of them', () => {
      const files = [
        inTrust(account('55501111', [ngh], { total: ngh.value }), {}),
        inTrust(account('', [ngh], { total: ngh.value, isMasked: true }), { id: 'file-2', layout: 'h2' }),
        inTrust(account('55502222', [ngh], { total: ngh.value }), { id: 'file-3' }),
      ]
      const world = { ...month, known: [], valuations: {}, files }
      const question = first(only(world).questions)
      expect(question.choices).toHaveLength(3)
      const second = only({ ...world, answers: { [question.id]: 'all' } }).questions.filter(
        ({ id }) => id.startsWith('twice:') && id !== question.id,
      )
      expect(second.map(({ choices }) => choices.map(({ label }) => label.slice(0, 24)))).toEqual([
        ['the account in “positions', 'the account …222 in “pos', 'All of them: they are di'].map((text) =>
          text.slice(0, 24),
        ),
      ])
      const answers = { [question.id]: 'all', [second[0]?.id ?? '']: '1' }
      expect(only({ ...world, answers }).total).toBe('37608.00')
    })
  })
})
