import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LinkLost, useLink } from '../../renderer/app/LinkLost.tsx'
import type { LinkState } from '../../renderer/lib/client/connect-client.ts'

afterEach(() => useLink.setState({ state: 'connecting' }))

it.each<[LinkState, string, number]>([
  ['connecting', 'Waiting for Steward…', 0],
  ['unanswered', 'Steward does not answer', 1],
  ['disconnected', 'Steward is no longer running', 0],
  ['expired-link', 'This link was used or has expired', 0],
])('a page without a connection (%s) says “%s”, and offers %i ways to try again', (state, title, buttons) => {
  useLink.setState({ state })
  render(<LinkLost />)
  expect(screen.getByRole('heading', { name: title })).toBeVisible()
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(buttons)
})
