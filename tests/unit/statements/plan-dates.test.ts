import { describe, expect, it } from 'vitest'
import { account, file, first, known, larx, month, only, plan, september, type World, whole } from './made-up.ts'

describe('values that are older than the current valuation', () => {
  const late = (effective_date: string) => ({ entity_a: { ...september, id: `of ${effective_date}`, effective_date } })
  const older: World = { ...month, valuations: late('2026-10-31') }
  const questionOf = (world: World) => first(only(world).questions)

  it('are asked about, and nothing of the entity is logged before the answer', () => {
    const asked = only(older)
    expect(asked).toMatchObject({ state: 'blocked', body: null, problems: [] })
    expect(asked.warnings.map(({ kind }) => kind)).toContain('older')
    expect(asked.questions).toHaveLength(1)
    expect(questionOf(older)).toMatchObject({
      text: 'The values of Oct 30, 2026 are older than the current valuation of Vreeland Family Trust, of Oct 31, 2026, which stays the latest one. Are they logged?',
      choices: [
        { value: 'log', label: 'Log them all the same' },
        { value: 'leave-out', label: 'Leave them out' },
      ],
    })
    expect(only({ ...month, valuations: late('2026-10-30') }).questions).toEqual([])
    expect(only({ ...month, valuations: late('2026-10-29') }).questions).toEqual([])
  })

  it('are logged by themselves after the answer, never with all others', () => {
    const answers = { [questionOf(older).id]: 'log' }
    const planned = plan({ ...older, answers })
    expect(planned.atOnce).toEqual([])
    expect(first(planned.entities)).toMatchObject({ state: 'looked-at', body: { effective_date: '2026-10-30' } })
    expect(first(planned.entities).warnings.map(({ kind }) => kind)).toEqual(['older'])
  })

  it('are not logged after the answer to leave them out', () => {
    const answers = { [questionOf(older).id]: 'leave-out' }
    expect(plan({ ...older, answers })).toMatchObject({ atOnce: [], entities: [{ state: 'blocked', body: null }] })
  })

  it('are asked about again in another file, for another date, and beside a newer valuation', () => {
    const answers = { [questionOf(older).id]: 'log' }
    const isOpen = (more: Partial<World>) => only({ ...older, ...more, answers }).body === null
    expect(isOpen({})).toBe(false)
    expect(isOpen({ files: [file([whole], { id: 'file-2' })] })).toBe(true)
    expect(isOpen({ files: [file([whole], { decisions: { asOf: '2026-10-28' } })] })).toBe(true)
    expect(isOpen({ valuations: late('2026-11-01') })).toBe(true)
  })

  it('are asked about beside newer values of another account, which would make them a part of the latest valuation', () => {
    const newer = file([account('99987654', [larx], { total: '121919.49' })], {
      ...{ id: 'file-2', as_of: '2026-11-01', decisions: { accounts: { '99987654 ': { entity_id: 'entity_a' } } } },
    })
    const mixed: World = { ...older, files: [file([whole]), newer] }
    const question = only(mixed).questions.find(({ id }) => id.startsWith('older:'))
    expect(question?.text).toBe(
      'The values of Oct 30, 2026 are older than the current valuation of Vreeland Family Trust, of Oct 31, 2026, and would be a part of the one of Nov 1, 2026. Are they logged?',
    )
    expect(only(mixed)).toMatchObject({ as_of: '2026-11-01', state: 'blocked', body: null })
    const ids = (world: World) => only(world).questions.map(({ id }) => id.split(':')[0])
    expect(ids({ ...mixed, valuations: late('2026-10-30') })).not.toContain('older')
  })

  it('hold no other entity up', () => {
    const other = { ...first(month.entities), id: 'entity_b', external_id: '99987654', name: 'Vreeland Children' }
    const rows = [larx]
    const files = [file([whole, account('99987654', rows, { total: '121919.49' })])]
    const [asked, next] = plan({ ...older, files, entities: [...month.entities, other] }).entities
    expect([asked?.state, next?.state]).toEqual(['blocked', 'looked-at'])
    expect(next?.body).not.toBeNull()
  })
})

describe('warnings about dates', () => {
  const kinds = (world: Partial<World>) => only({ ...month, ...world }).warnings.map(({ kind }) => kind)

  it('name a correction of the same date, but not accounts that are added to that date', () => {
    const sameDay = { entity_a: { ...september, effective_date: '2026-10-30' } }
    expect(kinds({ valuations: sameDay })).toEqual(['same-date'])
    expect(kinds({ valuations: sameDay, known: [known({ as_of: '2026-10-30' })] })).toEqual(['same-date'])
    const other = known({ id: 'known-2', number: '99', as_of: '2026-10-30', assets: [] })
    expect(kinds({ valuations: sameDay, known: [known(), other] })).toEqual([])
  })

  it('name a date of more than 45 days ago, and refuse one in the future', () => {
    expect(kinds({ today: '2026-12-14' })).toEqual([])
    expect(kinds({ today: '2026-12-15' })).toEqual(['old-date'])
    const { accounts } = plan({ ...month, today: '2026-10-29' })
    expect(first(accounts)).toMatchObject({ state: 'blocked', problems: ['The date of its values is in the future.'] })
    expect(only({ ...month, today: '2026-10-30' }).state).toBe('at-once')
  })

  it('are not needed where the advisor chose the date', () => {
    const files = [file([whole], { as_of: null, decisions: { asOf: '2026-10-28' } })]
    expect(only({ ...month, files })).toMatchObject({ as_of: '2026-10-28', state: 'at-once' })
    expect(first(plan({ ...month, files: [file([whole], { as_of: null })] }).accounts).problems).toEqual([
      'The file names no date. Choose the date of its values on its page.',
    ])
    const wrong = [file([whole], { decisions: { asOf: '30.10.2026' } })]
    expect(first(plan({ ...month, files: wrong }).accounts).problems).toEqual(['The date of its values is not a date.'])
  })

  it('name a file that was logged before, an open draft, a valuation that waits, and what is not itemized', () => {
    expect(kinds({ files: [file([whole], { loggedBefore: '2026-11-01T10:00:00Z' })] })).toEqual(['same-file'])
    expect(kinds({ drafts: ['entity_a'] })).toEqual(['draft'])
    expect(kinds({ unsent: ['entity_a'] })).toEqual(['unsent'])
    const more = { entity_a: { ...september, directly_held_asset_value: 2138805 } }
    expect(kinds({ valuations: more })).toEqual(['not-itemized'])
  })
})
