import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  ExceptButton,
  RecordRules,
  RuleExceptions,
  RuleSettings,
  useLeaveOut,
} from '../../renderer/features/missing-documents/public.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const ada = { resource: 'individuals', id: 'in-1' } as const
const [, { exceptions }] = keptSamples.today.exceptions
const saved = { connectionId, rule_id: 'will', household_id: 'hh-1', record: ada }

describe('“Not for this record”', () => {
  const draw = (rules: readonly { rule_id: string; rule: string }[]) =>
    renderInApp(() => <ExceptButton record={ada} name="Ada" householdId="hh-1" rules={rules} />, {
      answers: { today: { setException: () => ({}) } },
    })

  it('is saved with a reason from the keyboard, and taken back by Undo', async () => {
    const { user, callsOf } = draw([{ rule_id: 'will', rule: 'Will' }])
    await user.click(await screen.findByRole('button', { name: 'Not for this record: Ada' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Not for this record' }))
    expect(dialog.getByText('Will')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.keyboard('A trust takes its place{Enter}')
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    expect(callsOf('today.setException').map(({ input }) => input)).toEqual([
      { ...saved, reason: 'A trust takes its place' },
      { ...saved, reason: null },
    ])
  })

  it('asks which rule is meant where there are several', async () => {
    const { user } = draw([
      { rule_id: 'will', rule: 'Will' },
      { rule_id: 'power-of-attorney', rule: 'Power of attorney' },
    ])
    await user.click(await screen.findByRole('button', { name: 'Not for this record: Ada' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Not for this record' }))
    await user.type(dialog.getByLabelText('Reason'), 'Not needed')
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.click(dialog.getByRole('radio', { name: 'Power of attorney' }))
    expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  })
})

function LeaveOutRows({ operator }: { operator: 'any_of' | 'none_of' }) {
  const leaveOut = useLeaveOut('individuals', [{ column: 'left_out', operator, values: ['primary-without-state'] }])
  if (leaveOut === null) return <p>No rule</p>
  return (
    <>
      <button type="button" onClick={() => leaveOut.start({ which: { ids: ['in-1', 'in-2'] }, count: 2 })}>
        Leave out
      </button>
      {leaveOut.dialog}
    </>
  )
}

describe('rows that a rule of Data quality found', () => {
  const [, rules] = keptSamples.today.rules
  const [rule] = rules.rules as [(typeof rules.rules)[number]]
  const state = { ...rule, id: 'primary-without-state', kind: 'quality' as const, name: 'No state' }
  const draw = (operator: 'any_of' | 'none_of', given: Parameters<typeof renderInApp>[1] = {}) =>
    renderInApp(() => <LeaveOutRows operator={operator} />, {
      ...given,
      answers: {
        today: {
          rules: () => ({ ...rules, rules: [{ ...state, list: 'individuals' as const }] }),
          setExceptions: () => ({ changed: ['in-1'], gone: 1 }),
        },
      },
    })

  it('are left out with a reason from the keyboard, and taken back by Undo', async () => {
    const { user, callsOf } = draw('none_of')
    await user.click(await screen.findByRole('button', { name: 'Leave out' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Not for these records' }))
    expect(await dialog.findByText('No state')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.keyboard('Lives abroad{Enter}')
    expect(await screen.findByText('1 record is left out of the rule')).toBeVisible()
    expect(screen.getByText(/1 record is not in the offline copy any more/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    const of = { connectionId, rule_id: 'primary-without-state', resource: 'individuals' }
    expect(callsOf('today.setExceptions').map(({ input }) => input)).toEqual([
      { ...of, which: { ids: ['in-1', 'in-2'] }, reason: 'Lives abroad' },
      { ...of, which: { ids: ['in-1'] }, reason: null },
    ])
  })

  it('are not offered in the list of what is left out', async () => {
    draw('any_of')
    expect(await screen.findByText('No rule')).toBeVisible()
  })
})

describe('rules that are not applied', () => {
  it('are shown with the record and the reason, and applied again by a click', async () => {
    const { user, callsOf } = renderInApp(() => <RuleExceptions householdId="hh-1" />, {
      answers: { today: { exceptions: () => ({ exceptions: [...exceptions] }), setException: () => ({}) } },
    })
    await user.click(await screen.findByText('1 rule is not applied here'))
    expect(screen.getByRole('listitem')).toHaveTextContent(/^Will for Ada: A trust takes its place /)
    await user.click(screen.getByRole('button', { name: 'Apply again: Will, Ada' }))
    expect(callsOf('today.setException').map(({ input }) => input)).toEqual([{ ...saved, reason: null }])
  })
})

describe('the rules of one record', () => {
  const [, both] = keptSamples.today.rulesOf
  const subject = { record: ada, name: 'Ada', householdId: 'hh-1' }
  const draw = (answer: Partial<typeof both>, of: Parameters<typeof RecordRules>[0]['subject'] = subject) =>
    renderInApp(() => <RecordRules subject={of} />, {
      answers: {
        today: {
          rulesOf: () => ({ found: [...(answer.found ?? [])], exceptions: [...(answer.exceptions ?? [])] }),
          setException: () => ({}),
        },
      },
    })

  it('are on its page: one that finds it is left out with a reason, one that is not applied says why and is applied again', async () => {
    const { user, callsOf } = draw(both)
    const found = within(await screen.findByRole('list', { name: 'Found by rules' }))
    expect(found.getByRole('listitem')).toHaveTextContent(/^Primary client without a state/)
    await user.click(found.getByRole('button', { name: 'Not for this record: Ada' }))
    await screen.findByRole('dialog', { name: 'Not for this record' })
    await user.keyboard('Lives abroad{Enter}')
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    const left = within(screen.getByRole('list', { name: 'Rules not applied' }))
    expect(left.getByRole('listitem')).toHaveTextContent(/^Will: A trust takes its place /)
    await user.click(left.getByRole('button', { name: 'Apply again: Will, Ada' }))
    const state = { ...saved, rule_id: 'primary-without-state' }
    expect(callsOf('today.setException').map(({ input }) => input)).toEqual([
      { ...state, reason: 'Lives abroad' },
      { ...state, reason: null },
      { ...saved, reason: null },
    ])
  })

  it('lead to the pairs where a record may be recorded twice, and are not listed again where the brief of a household has them', async () => {
    const [rule] = both.found as [(typeof both.found)[number]]
    const household = { record: { resource: 'households', id: 'hh-1' }, name: 'Muster', householdId: 'hh-1' } as const
    draw({ ...both, found: [{ ...rule, is_double: true }] }, household)
    expect(await screen.findByRole('link', { name: 'See the pairs' })).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Rules not applied' })).toBeNull()
  })
})

describe('the rules in Settings', () => {
  it('say when they apply and their source, and have a switch each but for the firm’s', async () => {
    const [, answer] = keptSamples.today.rules
    const [will] = answer.rules
    if (!will) throw new Error('The sample has a rule.')
    const due = { ...will, id: 'due', kind: 'yearly' as const, name: 'Gift tax return due', source: 'Form 709' }
    const { user, callsOf } = renderInApp(() => <RuleSettings connectionId={connectionId} />, {
      answers: {
        today: {
          rules: () => ({ ...answer, rules: [will, { ...due, by: 'policy' as const, switchable: false }] }),
          setRule: () => ({}),
        },
      },
    })
    const documents = within(await screen.findByRole('list', { name: 'Rules for documents' }))
    expect(documents.getByText('Expected of each living primary client. Usual in estate planning.')).toBeVisible()
    await user.click(documents.getByRole('switch', { name: 'Will' }))
    expect(callsOf('today.setRule').map(({ input }) => input)).toMatchObject([{ id: 'will', on: false }])
    const dates = within(screen.getByRole('list', { name: 'Rules for dates' }))
    expect(dates.getByText(/Form 709\. Set by your firm\.$/)).toBeVisible()
    expect(dates.queryByRole('switch')).toBeNull()
  })
})
