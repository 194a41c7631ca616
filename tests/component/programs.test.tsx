import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ProgramMark, ProgramQuestion } from '../../renderer/app/Programs.tsx'
import { ProgramsSection } from '../../renderer/features/settings/ProgramsSection.tsx'
import { formatMoment } from '../../shared/domain/dates.ts'
import type { ProgramsState } from '../../shared/ipc/programs.ts'
import { samples } from '../doubles/samples/all.ts'
import { renderInApp } from './support/render-in-app.tsx'

const [, sample] = samples.programs.state

/** Renders a part with a state that the test changes, and notes what it calls. */
function renderPart(Part: () => React.JSX.Element | null, change: Partial<ProgramsState> = {}) {
  const found = { ...sample, ...change } as ProgramsState
  const calls: unknown[] = []
  const note = (name: string) => (input: object) => {
    calls.push([name, input])
    return {}
  }
  const names = ['switchOn', 'switchOff', 'setLevels', 'answer', 'letAsk', 'revoke'] as const
  const noted = Object.fromEntries(names.map((name) => [name, note(name)]))
  const rendered = renderInApp(Part, { answers: { programs: { state: () => found, ...noted } } })
  const refresh = () => act(() => rendered.queries.invalidateQueries({ queryKey: rendered.api.programs.key() }))
  return { ...rendered, found, calls, refresh, user: userEvent.setup() }
}

describe('the question whether a program may read', () => {
  it('names the program, what started it and what it gets, and sends the answer', async () => {
    const { calls, user, found, refresh } = renderPart(ProgramQuestion)
    const question = await screen.findByRole('alert', { name: 'Another program asks to read' })
    expect(question).toHaveTextContent('Assistant')
    expect(question).toHaveTextContent('does not say what started it')
    expect(question).toHaveTextContent('Roles instead of names, rounded amounts, no text of documents, my households')
    await waitFor(() => expect(within(question).getByRole('button', { name: 'Allow' })).toBeEnabled())
    await user.click(within(question).getByRole('button', { name: 'Allow' }))
    await user.click(within(question).getByRole('button', { name: 'Don’t allow' }))
    expect(calls).toEqual([
      ['answer', { id: 'p2', allow: true }],
      ['answer', { id: 'p2', allow: false }],
    ])
    found.asking = []
    await refresh()
    await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  })
})

describe('the question about the next program', () => {
  it('is not answered by the second of two clicks on the one before', async () => {
    const { calls, user, found, refresh } = renderPart(ProgramQuestion)
    const allow = () => screen.getByRole('button', { name: 'Allow' })
    await screen.findByRole('alert')
    await waitFor(() => expect(allow()).toBeEnabled())
    await user.click(allow())
    found.asking = [{ id: 'p9', name: 'Another', started_by: null }]
    await refresh()
    await expect.poll(() => screen.getByRole('alert').textContent).toContain('Another')
    await user.click(allow())
    expect(calls).toEqual([['answer', { id: 'p2', allow: true }]])
    await waitFor(() => expect(allow()).toBeEnabled())
    await user.click(allow())
    expect(calls.at(-1)).toEqual(['answer', { id: 'p9', allow: true }])
  })
})

describe('the mark of a program that reads', () => {
  it('names it, and goes when it has left', async () => {
    const { found, refresh } = renderPart(ProgramMark)
    expect(await screen.findByText('Read by Nightly report')).toBeVisible()
    found.attached = []
    await refresh()
    await expect.poll(() => screen.queryByText(/Read by/)).toBeNull()
  })
})

describe('the settings of other programs', () => {
  it('change the levels, say what the firm allows less, and take a consent back', async () => {
    const { calls, user } = renderPart(ProgramsSection)
    expect(await screen.findByText(/Your firm allows less/)).toHaveTextContent('rounded amounts')
    await user.click(screen.getByRole('radio', { name: 'No amounts' }))
    await user.click(screen.getByRole('button', { name: 'Do not allow Nightly report any more' }))
    await user.click(screen.getByRole('switch', { name: 'Let other programs read' }))
    expect(calls).toEqual([
      ['setLevels', { levels: { ...sample.levels, amounts: 'hidden' } }],
      ['revoke', { id: 'p1' }],
      ['switchOff', {}],
    ])
    expect(screen.getByText(/Nightly report, list people, 12 rows/)).toBeInTheDocument()
  })

  it('say until when a program that was refused may not ask, and let it ask', async () => {
    const until = '2026-11-27T12:00:00.000Z'
    const { calls, user } = renderPart(ProgramsSection, { paused_until: until })
    expect(await screen.findByText(/Not allowed\. .* It may ask again from/)).toBeVisible()
    expect(screen.getByText(/No program may ask before/)).toHaveTextContent(formatMoment(until))
    await user.click(screen.getByRole('button', { name: 'Let Backup ask again' }))
    expect(calls).toEqual([['letAsk', { id: 'p3' }]])
  })

  it('show no levels while it is off', async () => {
    const { calls, user } = renderPart(ProgramsSection, { is_on: false })
    await user.click(await screen.findByRole('switch', { name: 'Let other programs read' }))
    expect(calls).toEqual([['switchOn', {}]])
    expect(screen.queryByText('Amounts')).toBeNull()
  })
})
