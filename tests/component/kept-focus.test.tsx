import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useKeptFocus } from '../../renderer/lib/use-kept-focus.ts'

function Screen({ number, hasPart }: { number: number; hasPart: boolean }) {
  useKeptFocus()
  return (
    <main key={number}>
      <h1>Okafor household</h1>
      {hasPart ? (
        <button type="button" data-part="entity_1">
          Trust
        </button>
      ) : null}
    </main>
  )
}

it('the focus returns to a part of a picture although the next screen was drawn before its picture', async () => {
  const { rerender } = render(<Screen number={1} hasPart />)
  act(() => screen.getByRole('button', { name: 'Trust' }).focus())
  // The whole screen is replaced within one step, as presenter mode does where its answers come at once.
  rerender(<Screen number={2} hasPart={false} />)
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus())
  rerender(<Screen number={2} hasPart />)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Trust' })).toHaveFocus())
})

it('the focus returns to a part of a picture although the picture went before the rest of its screen', async () => {
  const { rerender } = render(<Screen number={1} hasPart />)
  act(() => screen.getByRole('button', { name: 'Trust' }).focus())
  rerender(<Screen number={1} hasPart={false} />)
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus())
  rerender(<Screen number={2} hasPart={false} />)
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus())
  rerender(<Screen number={2} hasPart />)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Trust' })).toHaveFocus())
})
