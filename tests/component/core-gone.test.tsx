import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useLink } from '../../renderer/app/LinkLost.tsx'
import { LockGate } from '../../renderer/app/LockGate.tsx'
import { createQueries } from '../../renderer/app/queries.tsx'
import { applyLockState, useLock } from '../../renderer/features/lock/lock-state.ts'
import { ClientContext, createApi } from '../../renderer/lib/api.ts'
import type { LinkState } from '../../renderer/lib/client/connect-client.ts'
import type { AppLockState } from '../../shared/ipc/lock.ts'
import { createClientDouble } from './support/client-double.ts'

const open: AppLockState = {
  locked: null,
  has_passphrase: false,
  wait_until: null,
  idle_minutes: 0,
  with_system: true,
}

beforeEach(() => {
  vi.useFakeTimers()
  useLink.setState({ state: 'ready' })
})
afterEach(() => {
  vi.useRealTimers()
  useLock.setState({ state: null })
  useLink.setState({ state: 'connecting' })
})

/** A page that shows a client's name; `answer` is the lock's state when Steward answers again. */
function openPage(lock: AppLockState, answer = lock) {
  applyLockState(lock)
  const { client } = createClientDouble({ lock: { state: () => answer, active: () => ({}) } })
  const queries = createQueries()
  const ahead = {
    peek: () => undefined,
    drop: () => undefined,
    forget: () => undefined,
    ask: () => new Promise<never>(() => undefined),
  }
  const deps = { client, ahead, api: createApi(client), queries }
  queries.setQueryData(['rows'], 'Okafor')
  document.title = 'A name'
  render(
    <ClientContext value={deps}>
      <QueryClientProvider client={queries}>
        <MantineProvider env="test">
          <LockGate deps={deps}>Okafor</LockGate>
        </MantineProvider>
      </QueryClientProvider>
    </ClientContext>,
  )
  return { queries }
}

const link = (state: LinkState) => act(async () => useLink.setState({ state }))
const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
const isShown = () => screen.queryByText('Okafor') !== null

describe('a page whose Steward is gone', () => {
  it.each<LinkState>(['connecting', 'disconnected', 'expired-link'])(
    'shows nothing at once if a passphrase is set (%s)',
    async (state) => {
      const { queries } = openPage({ ...open, has_passphrase: true })
      expect(isShown()).toBe(true)
      await link(state)
      expect(isShown()).toBe(false)
      expect(screen.getByRole('alert')).toHaveTextContent(/Steward|link/)
      expect(document.title).toBe('Steward')
      expect(queries.getQueryData(['rows'])).toBeUndefined()
    },
  )

  it('shows nothing after the idle time without a passphrase, and stays while somebody uses it', async () => {
    const { queries } = openPage({ ...open, idle_minutes: 5 })
    await link('disconnected')
    await pass(4)
    expect(isShown()).toBe(true)
    fireEvent.pointerMove(window)
    await pass(4)
    expect(isShown()).toBe(true)
    await pass(2)
    expect(isShown()).toBe(false)
    expect(queries.getQueryData(['rows'])).toBeUndefined()
  })

  it('shows nothing once the clock was set back, since the idle time is not known then', async () => {
    openPage({ ...open, idle_minutes: 5 })
    await link('disconnected')
    vi.setSystemTime(Date.now() - 3_600_000)
    await pass(1)
    expect(isShown()).toBe(false)
  })

  it('stays where nothing locks it', async () => {
    openPage(open)
    await link('disconnected')
    await pass(600)
    expect(isShown()).toBe(true)
  })
})

describe('a page whose Steward answers again', () => {
  it('shows its screens again if Steward is not locked', async () => {
    openPage({ ...open, has_passphrase: true })
    await link('connecting')
    await link('ready')
    expect(isShown()).toBe(true)
  })

  it('shows the lock screen if it is', async () => {
    const locked: AppLockState = { ...open, has_passphrase: true, locked: 'start' }
    openPage({ ...open, has_passphrase: true }, locked)
    await link('connecting')
    await link('ready')
    expect(isShown()).toBe(false)
    expect(useLock.getState().state).toEqual(locked)
  })
})

describe('a lock screen that fails to render', () => {
  it('says that Steward is locked, shows nothing of a client, and is drawn again on request', async () => {
    vi.useRealTimers()
    // React reports what it caught.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    const broken = { ...open, has_passphrase: true, locked: 'start', wait_until: Symbol('no time') as never } as const
    openPage(open)
    act(() => applyLockState(broken))
    expect(await screen.findByRole('alert')).toHaveTextContent('The lock screen could not be shown.')
    expect(screen.getByRole('heading', { name: 'Steward is locked' })).toBeVisible()
    expect(isShown()).toBe(false)
    act(() => applyLockState({ ...broken, wait_until: null }))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Passphrase')).toBeVisible()
    expect(isShown()).toBe(false)
  })
})
