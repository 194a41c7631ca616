import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useShortcuts } from '../../renderer/app/use-shortcuts.ts'
import { PinButton } from '../../renderer/features/travel/PinHousehold.tsx'
import type { PinnedHousehold } from '../../shared/ipc/travel.ts'
import { pinned } from '../doubles/samples/files.ts'
import { type Answers, appError } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'

function Page() {
  useShortcuts()
  return <PinButton id="hh-1" title="Okafor" />
}

/** A household's page whose pin state is answered when the test says so. */
function draw() {
  const state = Promise.withResolvers<{ pinned: PinnedHousehold | null; budget: number }>()
  const answers = {
    app: { getPreferences: () => ({ theme: 'system', single_keys: true }) },
    travel: { get: () => state.promise, pin: () => ({}), unpin: () => ({}) },
  } as Answers
  const drawn = renderInApp(Page, { answers })
  const answer = (value: PinnedHousehold | null) => act(async () => state.resolve({ pinned: value, budget: 1 }))
  return { ...drawn, answer }
}

describe('pinning a household', () => {
  it('keeps a key that was pressed before its state was read, and pins once it is', async () => {
    const { user, answer, callsOf } = draw()
    await screen.findByRole('button', { name: 'Pin for travel' })
    await user.keyboard('p')
    expect(callsOf('travel.pin')).toEqual([])
    await answer(null)
    await waitFor(() => expect(callsOf('travel.pin')).toMatchObject([{ input: { household_id: 'hh-1' } }]))
    expect(callsOf('travel.unpin')).toEqual([])
  })

  it('tries to pin, which says what is wrong, when its state cannot be read', async () => {
    const answers = {
      app: { getPreferences: () => ({ theme: 'system', single_keys: true }) },
      travel: {
        get: () => Promise.reject(appError('cache/damaged', 'The offline copy is damaged.')),
        pin: () => ({}),
      },
    } as Answers
    const { user, callsOf } = renderInApp(Page, { answers })
    await user.click(await screen.findByRole('button', { name: 'Pin for travel' }))
    await waitFor(() => expect(callsOf('travel.pin')).toHaveLength(1))
  })

  it('unpins a pinned household that was clicked before its state was read', async () => {
    const { user, answer, callsOf } = draw()
    await user.click(await screen.findByRole('button', { name: 'Pin for travel' }))
    await answer(pinned)
    await waitFor(() => expect(callsOf('travel.unpin')).toMatchObject([{ input: { household_id: 'hh-1' } }]))
    expect(callsOf('travel.pin')).toEqual([])
  })
})
