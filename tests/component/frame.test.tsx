import { notifications } from '@mantine/notifications'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { KeychainReminder, KeychainWarning } from '../../renderer/app/Keychain.tsx'
import { Sidebar } from '../../renderer/app/Sidebar.tsx'
import { useTellSaved } from '../../renderer/components/undo/use-undo.tsx'
import { useAttentionToast } from '../../renderer/features/outbox/use-attention-toast.ts'
import { useKnownCounts } from '../../renderer/features/outbox/use-outbox.ts'
import { PendingNotice } from '../../renderer/features/records/PendingNotice.tsx'
import { applyPresenting } from '../../renderer/lib/presenting.ts'
import type { ConnectionSummary } from '../../shared/ipc/connections.ts'
import { operationWith } from '../doubles/operations.ts'
import { samples } from '../doubles/samples/all.ts'
import { words as screens } from '../e2e/words.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'

const { frame, help } = { frame: screens.frame, help: 'Help' }

function openSidebar(total: number, connection: Partial<ConnectionSummary> = {}) {
  return renderInApp(Sidebar, {
    connection,
    answers: {
      sync: { status: () => status('idle', new Date().toISOString()) },
      setAside: { list: () => ({ records: [], total }) },
    },
  })
}

function Attention() {
  useAttentionToast()
  return <output>{useKnownCounts()?.attention}</output>
}

describe('a write that needs a decision', () => {
  it('is told by no toast while a household is presented, also if its list was read as that began', async () => {
    const presented = { connection_id: connectionId, household_id: 'hh-1', amounts: false }
    onTestFinished(() => applyPresenting(null))
    const world = { counts: { open: 0, attention: 0 } }
    const list = Promise.withResolvers<never>()
    const answers = { outbox: { counts: () => world.counts, list: () => list.promise } }
    const { api, queries, callsOf } = renderInApp(Attention, { answers })
    const count = async (attention: number) => {
      world.counts = { open: attention, attention }
      await act(() => queries.invalidateQueries({ queryKey: api.outbox.counts.key() }))
      expect(await screen.findByText(String(attention))).toBeVisible()
    }
    expect(await screen.findByText('0')).toBeVisible()
    await count(1)
    await waitFor(() => expect(callsOf('outbox.list')).toHaveLength(1))
    act(() => applyPresenting(presented))
    await act(async () => list.reject(new Error('It is not shown while presenting.')))
    await count(2)
    expect(callsOf('outbox.list')).toHaveLength(1)
    expect(screen.queryByText(/need(s)? your decision/)).toBeNull()
  })

  it('is told by a toast, which goes away once it is decided', async () => {
    const world = { counts: { open: 0, attention: 0 } }
    const answers = { outbox: { counts: () => world.counts, list: () => ({ operations: [], total: 0 }) as never } }
    const { api, queries } = renderInApp(Attention, { answers })
    const count = async (attention: number) => {
      world.counts = { open: attention, attention }
      await act(() => queries.invalidateQueries({ queryKey: api.outbox.counts.key() }))
    }
    expect(await screen.findByText('0')).toBeVisible()
    await count(1)
    expect(await screen.findByText('A change needs your decision')).toBeVisible()
    await count(0)
    // By itself it closes after ten seconds.
    await waitFor(() => expect(screen.queryByText('A change needs your decision')).toBeNull(), { timeout: 5000 })
  })
})

describe('the sidebar', () => {
  it('shows what is daily; theme, Help and what the demo firm offers are in the menu of the firm', async () => {
    const { user } = openSidebar(0)
    const menu = await screen.findByRole('button', { name: frame.connection })
    await screen.findByRole('region', { name: frame.sync })
    for (const name of [help, frame.takeDemoOffline, frame.demoColleague, frame.bringDemoBack])
      expect(screen.queryByRole('button', { name: new RegExp(name) })).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
    await user.click(menu)
    for (const name of [help, frame.takeDemoOffline, frame.demoColleague])
      expect(await screen.findByRole('menuitem', { name: new RegExp(name) })).toBeVisible()
    expect(screen.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual([
      frame.themes.system,
      frame.themes.light,
      frame.themes.dark,
    ])
  })

  it('offers to end what the menu began, where it says that the copy is offline', async () => {
    openSidebar(0, { demoServiceRunning: false })
    expect(await screen.findByRole('button', { name: frame.bringDemoBack })).toBeVisible()
    expect(screen.getByRole('region', { name: frame.sync })).toHaveTextContent(/^Offline/)
  })

  it('has records with problems only when there are any', async () => {
    const { queries, api } = openSidebar(0)
    await screen.findByRole('region', { name: frame.sync })
    await expect.poll(() => queries.getQueriesData({ queryKey: api.setAside.list.key() }).length).toBe(1)
    expect(screen.queryByRole('link', { name: new RegExp(frame.unreadable) })).toBeNull()
  })

  it('counts records with problems', async () => {
    openSidebar(3)
    expect(await screen.findByRole('link', { name: `${frame.unreadable}3` })).toBeVisible()
  })
})

describe('the sync of the sidebar', () => {
  afterEach(() => void vi.useRealTimers())

  it('begins by a double click, whose second press does not cancel it; a later press does, and a key at once', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const at = new Date().toISOString()
    const { user, callsOf } = renderInApp(Sidebar, {
      answers: {
        sync: {
          status: () => status('idle', at),
          start: () => status('running', at),
          cancel: () => status('running', at),
        },
        setAside: { list: () => ({ records: [], total: 0 }) },
      },
    })
    await user.click(await screen.findByRole('button', { name: frame.syncNow }))
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    await user.click(cancel)
    expect([callsOf('sync.start').length, callsOf('sync.cancel').length]).toEqual([1, 0])
    act(() => cancel.focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(callsOf('sync.cancel')).toHaveLength(1))
    vi.advanceTimersByTime(1_000)
    await user.click(cancel)
    await waitFor(() => expect(callsOf('sync.cancel')).toHaveLength(2))
  })
})

describe('the warning that nothing is kept without a keychain', () => {
  const [, info] = samples.app.info
  const keychain = {
    kind: 'session',
    notice: 'Kept in memory only, because the keychain is locked.',
    asks: null,
  } as const

  it('shrinks once it was read, and is shown again from there', async () => {
    const Both = () => (
      <>
        <KeychainWarning />
        <KeychainReminder />
      </>
    )
    const { user } = renderInApp(Both, {
      connection: { kind: 'tenant' },
      answers: { app: { info: () => ({ ...info, keychain }) } },
    })
    expect(await screen.findByText(keychain.notice)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Got it' }))
    expect(screen.queryByText(keychain.notice)).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Kept in memory only/ }))
    expect(screen.getByText(keychain.notice)).toBeVisible()
  })
})

describe('a saved change', () => {
  afterEach(() => {
    notifications.clean()
    notifications.cleanQueue()
  })

  it('is said by its toast alone, and by its record once that is closed', async () => {
    const until = new Date(Date.now() + 60_000).toISOString()
    const save = { id: 'save_1', seq: 1 }
    const operation = operationWith({ state: 'queued', question: null, grace_until: until, save })
    const pending = { mark: 'changed', attention: false, operations: [operation.id] } as const
    function Record() {
      const tellSaved = useTellSaved()
      return (
        <>
          <button type="button" onClick={() => tellSaved('Saved', { save_id: save.id, until }, operation.id)}>
            Save
          </button>
          <PendingNotice pending={{ ...pending, operations: [...pending.operations] }} />
        </>
      )
    }
    const { user } = renderInApp(Record, {
      answers: { outbox: { get: () => ({ operation, history: [] }), undoableUntil: () => ({ until }) } },
    })
    const undo = () => screen.queryAllByRole('button', { name: screens.undo.undo })
    const sendNow = () => screen.queryAllByRole('button', { name: screens.undo.sendNow })
    await expect.poll(() => [undo().length, sendNow().length]).toEqual([1, 1])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const toast = await screen.findByRole('alert')
    await expect.poll(() => [undo().length, sendNow().length]).toEqual([1, 1])
    expect(toast).toContainElement(undo()[0] ?? null)
    act(() => notifications.clean())
    await expect.poll(() => [undo().length, sendNow().length]).toEqual([1, 1])
    expect(screen.getByText(/not sent yet/)).toBeVisible()
  })
})
