import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Titling } from '../../renderer/features/entities/Titling.tsx'
import type { ContractOutputs } from '../../shared/ipc/contract.ts'
import type { TitlingFound } from '../../shared/ipc/facts.ts'
import { textSamples } from '../doubles/samples/texts.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

type Answer = ContractOutputs['facts']['titlingOf']
const [, sample] = textSamples.facts.titlingOf as [object, Answer]
const [trustee] = sample.findings as [TitlingFound]

const draw = (answer: Partial<Answer>) =>
  renderInApp(() => <Titling entity={{ id: 'en-1', name: 'Okafor Family Trust', kind: 'REVOCABLE_TRUST' }} />, {
    at: 'entities/en-1',
    answers: {
      facts: { titlingOf: () => ({ ...sample, ...answer }), dismissTitling: () => ({}), restoreTitling: () => ({}) },
    },
  })

const one = { connectionId, entity_id: 'en-1', key: 'difference-1' }

describe('the titling check', () => {
  it('shows both sides with the page, and counts the documents that were not read', async () => {
    draw({})
    const item = within(await screen.findByRole('listitem'))
    const sides = item.getAllByRole('definition')
    expect(sides.map(({ textContent }) => textContent)).toEqual([
      'Trustee: Ada Okafor confirmed from Old agreement, page 3',
      'Trustee: BEN OKAFOR“BEN OKAFOR shall be the Trustee.”Trust agreement, page 14',
    ])
    expect(item.getByText('Look at: A trustee who is not recorded')).toBeVisible()
    expect(screen.getByText('3 documents compared. 2 documents were not read.')).toBeVisible()
  })

  it('says of a sentence that was read from a scan that words may be wrong', async () => {
    const place = { sentence: 'BEN OKAFOR shall be the Trustee.', page: 14, find: '' }
    draw({
      findings: [
        { ...trustee, place: { ...place, scan: 'read' } },
        { ...trustee, key: 'difference-2', place: { ...place, scan: 'unsure' } },
      ],
    })
    const items = await screen.findAllByRole('listitem')
    expect(items[0]).toHaveTextContent('Trust agreement, page 14Read from a scan; words may be wrong.')
    expect(items[1]).toHaveTextContent('Read from a scan that is hard to read; many words may be wrong.')
  })

  it('remembers with a reason that a difference is not a problem', async () => {
    const { user, callsOf } = draw({})
    await user.click(await screen.findByRole('button', { name: 'Not a problem: A trustee who is not recorded' }))
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Ben resigned in 2020')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(callsOf('facts.dismissTitling').map(({ input }) => input)).toEqual([
        { ...one, reason: 'Ben resigned in 2020' },
      ]),
    )
  })

  it('takes it back with Undo that a difference is not a problem', async () => {
    const { user, callsOf } = draw({})
    await user.click(await screen.findByRole('button', { name: 'Not a problem: A trustee who is not recorded' }))
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Ben resigned in 2020')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(callsOf('facts.restoreTitling').map(({ input }) => input)).toEqual([one]))
  })

  it('keeps what is not a problem apart, with its reason, and asks again', async () => {
    const { user, callsOf } = draw({
      findings: [{ ...trustee, dismissed: { reason: 'Ben resigned', at: '2026-03-01T09:00:00.000Z' } }],
    })
    await user.click(await screen.findByText('Not a problem (1)'))
    expect(screen.getByText('No other differences were found in the documents that were read.')).toBeVisible()
    expect(screen.getByText('Ben resigned')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ask again about: A trustee who is not recorded' }))
    await waitFor(() => expect(callsOf('facts.restoreTitling').map(({ input }) => input)).toEqual([one]))
  })

  it('claims of an amendment that was not read only what its type or title says', async () => {
    draw({ findings: [{ ...trustee, kind: 'amendment', said: null, place: null, recorded: [] }], read: 0, unread: 1 })
    const item = within(await screen.findByRole('listitem'))
    expect(item.getByText('By its type or title, an amendment')).toBeVisible()
    expect(screen.getByText('1 document was not read.')).toBeVisible()
  })

  it('speaks of no documents that were read where none was', async () => {
    const dismissed = { reason: 'It is in the safe', at: '2026-03-01T09:00:00.000Z' }
    const amendment = { ...trustee, kind: 'amendment' as const, said: null, place: null, recorded: [] }
    draw({ findings: [{ ...amendment, dismissed }], read: 0, unread: 1 })
    expect(await screen.findByText('1 document was not read.')).toBeVisible()
    expect(screen.queryByText(/differences were found/)).toBeNull()
  })

  it('says nothing of an entity of which no text was read', async () => {
    const { callsOf } = draw({ findings: [], read: 0, unread: 2 })
    await waitFor(() => expect(callsOf('facts.titlingOf')).toHaveLength(1))
    expect(screen.queryByText('Titling check')).toBeNull()
  })
})
