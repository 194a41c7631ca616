import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Sidebar } from '../../renderer/app/Sidebar.tsx'
import { Section } from '../../renderer/components/Section.tsx'
import { ErrorState } from '../../renderer/components/States.tsx'
import { EditPage } from '../../renderer/features/connect/EditPage.tsx'
import { ChooseHousehold } from '../../renderer/features/intake/add/ChooseHousehold.tsx'
import { HouseholdUploads } from '../../renderer/features/intake/public.ts'
import { WhoAmI } from '../../renderer/features/lists/public.ts'
import { RowMenuItems } from '../../renderer/features/lists/RowMenuItems.tsx'
import { RecordPage, RecordView } from '../../renderer/features/records/public.ts'
import { SettingsPage } from '../../renderer/features/settings/SettingsPage.tsx'
import { LeaveConnectionDialog } from '../../renderer/features/start/LeaveConnectionDialog.tsx'
import { EntitySelect } from '../../renderer/features/statements/EntitySelect.tsx'
import { TextSearchPage } from '../../renderer/features/texts/TextSearchPage.tsx'
import { HomePage, TodayPage } from '../../renderer/features/today/TodayPage.tsx'
import { PinButton } from '../../renderer/features/travel/public.ts'
import { Composer } from '../../renderer/features/valuations/composer/Composer.tsx'
import { lazyPart } from '../../renderer/lib/lazy-part.ts'
import { partFailed } from '../../renderer/lib/present-error.ts'
import { appSamples, connection } from '../doubles/samples/app.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import { type Answers, appError } from './support/client-double.ts'
import { stubIntersections } from './support/intersections.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'
import { words } from './support/words.ts'

/** An answer that fails the first time. */
function failsOnce<Answer>(answer: () => Answer): () => Answer {
  let times = 0
  return () => {
    times += 1
    if (times === 1) throw appError('cache/damaged', 'The offline copy cannot be read.')
    return answer()
  }
}

const tryAgain = () => screen.findByRole('button', { name: words.tryAgain })
const read = '2026-03-01T12:00:00Z'
const place = { resource: 'households', id: 'hh-9', title: 'Lindqvist' }

afterEach(() => {
  notifications.clean()
  notifications.cleanQueue()
})

describe('a read that fails', () => {
  it('is said on Today where it is not known who the user is, and tried again', async () => {
    const answers = {
      places: { me: failsOnce(() => ({ user_id: 'us-1', proposed: null })) },
      sync: { status: () => status('idle', read) },
      changes: { households: () => ({ households: [], more: false }) },
      dates: { list: () => ({ lines: [], total: 0, months: [], kinds: [], folds: [] }) },
      today: {
        get: () => ({
          ...{ decisions: { lines: [], total: 0 }, summaries: { lines: [], total: 0 } },
          ...{ old_figures: { lines: [], total: 0, cents: '0', entities: 0 }, birthdays: { lines: [], total: 0 } },
          ...{
            missing: { documents: 0, households: 0, unknown: 0, rules: [] },
            rules: { source: 'default', problems: [] },
          },
        }),
      },
    } as Answers
    const { user } = renderInApp(() => <TodayPage />, { at: 'today', answers })
    expect(await screen.findByRole('alert')).toHaveTextContent('The offline copy cannot be read.')
    await user.click(await tryAgain())
    expect(await screen.findByText(/^No conflicts/)).toBeVisible()
  })

  it('is said in place of the first screen', async () => {
    renderInApp(() => <HomePage />, {
      at: 'home',
      answers: { sync: { status: failsOnce(() => status('idle', read)) } },
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('The offline copy cannot be read.')
  })

  it('does not call a connection unknown', async () => {
    renderInApp(() => <EditPage />, { at: 'edit', answers: { connections: { list: failsOnce(() => []) } } as Answers })
    expect(await screen.findByRole('alert')).toHaveTextContent('The offline copy cannot be read.')
    expect(screen.queryByText(/Unknown connection/)).toBeNull()
  })

  it('of views and favorites is said in the sidebar, and tried again there', async () => {
    const view = { id: 'view-1', resource: 'households', name: 'Large', filters: [], sort: null, columns: [] }
    const answers = {
      places: {
        me: () => ({ user_id: null, proposed: null }),
        favourites: failsOnce(() => [place]),
        recents: () => [],
      },
      views: { all: failsOnce(() => [view]) },
      sync: { status: () => status('idle', read) },
    } as unknown as Answers
    const { user } = renderInApp(() => <Sidebar />, { answers })
    const alerts = async () => (await screen.findAllByRole('alert')).map(({ textContent }) => textContent)
    await waitFor(async () =>
      expect(await alerts()).toEqual([
        'Some of your views could not be read. Try again',
        'Your favorites could not be read. Try again',
      ]),
    )
    for (const button of await screen.findAllByRole('button', { name: words.tryAgain })) await user.click(button)
    expect(await screen.findByRole('link', { name: /Lindqvist/ })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Large' })).toBeVisible()
  })

  it('of favorites and pins shows neither state, and says so, until it is known', async () => {
    const [favorites, pins] = [failsOnce(() => [place]), failsOnce(() => ({ pinned: null, budget: 1 }))]
    const answers = {
      places: { favourites: favorites, visit: () => ({}), setFavourite: () => ({}) },
      travel: { get: pins },
      sync: { status: () => status('idle', read) },
      households: { get: () => recordSamples.households.get[1] },
    } as unknown as Answers
    const { callsOf, queries, user } = renderInApp(
      () => (
        <RecordView resource="households">
          {(detail) => (
            <RecordPage
              resource="households"
              detail={detail}
              title="Okafor"
              tags={<PinButton id="hh-1" title="Okafor" />}
            >
              {null}
            </RecordPage>
          )}
        </RecordView>
      ),
      { at: 'households/$id', answers },
    )
    const star = await screen.findByRole('button', { name: 'Favorite' })
    const pin = screen.getByRole('button', { name: 'Pin for travel' })
    await waitFor(() => expect(star).toHaveAccessibleDescription('Favorite: could not be read'))
    await waitFor(() => expect(pin).toHaveAccessibleDescription('Pin for travel: could not be read'))
    for (const toggle of [star, pin]) expect(toggle).not.toHaveAttribute('aria-pressed')
    await queries.refetchQueries()
    await waitFor(() => expect(pin).toHaveAttribute('aria-pressed', 'false'))
    expect(star).toHaveAttribute('aria-pressed', 'false')
    await user.click(star)
    await waitFor(() => expect(callsOf('places.setFavourite')).toMatchObject([{ input: { favourite: true } }]))
  })

  it('of favorites and pins is said in the menu of a row, and tried again there', async () => {
    const answers = {
      places: { favourites: failsOnce(() => [place]) },
      travel: { get: failsOnce(() => ({ pinned: null, budget: 1 })) },
    } as unknown as Answers
    const { user } = renderInApp(
      () => (
        <Menu opened>
          <Menu.Dropdown>
            <RowMenuItems leaveOut={null} resource="households" id={place.id} onMessage={() => {}} />
          </Menu.Dropdown>
        </Menu>
      ),
      { answers },
    )
    const failed = () => screen.findAllByRole('menuitem', { name: /could not be read. Try again$/ })
    await waitFor(async () => expect(await failed()).toHaveLength(2))
    for (const item of await failed()) await user.click(item)
    expect(await screen.findByRole('menuitem', { name: 'Remove from favorites' })).toBeVisible()
    expect(await screen.findByRole('menuitem', { name: 'Pin for travel' })).toBeVisible()
  })

  it('of the choices of a field is said in a toast, which tries again', async () => {
    const users = { list: failsOnce(() => ({ rows: [], total: 0, offset: 0 })) }
    const { user, callsOf } = renderInApp(() => <WhoAmI onMe={async () => {}} onClose={() => {}} />, {
      answers: { users } as Answers,
    })
    const toast = await screen.findByRole('alert')
    expect(toast).toHaveTextContent('The firm’s users could not be read')
    await user.click(within(toast).getByRole('button', { name: words.tryAgain }))
    await waitFor(() => expect(callsOf('users.list')).toHaveLength(2))
  })

  it.each([
    ['of a household of new documents', 'Household', () => <ChooseHousehold onClose={() => {}} />],
    ['of the household that is searched', 'Household', TextSearchPage],
    [
      'of the entity of an account',
      'Entity',
      () => <EntitySelect label="Entity" proposals={[]} chosen={null} onChoose={() => {}} />,
    ],
  ])('of the choices %s is said in their list, which does not go on searching', async (_, label, Screen) => {
    stubIntersections()
    const fails = () => {
      throw appError('cache/damaged', 'The offline copy cannot be read.')
    }
    const answers = {
      places: { me: () => ({ user_id: null, proposed: null }) },
      ...{ households: { list: fails }, entities: { list: fails }, users: { list: fails } },
      texts: { coverage: () => new Promise(() => {}) },
    } as Answers
    const { user } = renderInApp(Screen, { answers })
    await user.click(await screen.findByRole('combobox', { name: label }))
    expect(await screen.findByText('The choices could not be read.')).toBeVisible()
  })

  it('of the keychain is said where it decides whether unsent changes are kept, and tried again', async () => {
    const info = failsOnce(() => appSamples.app.info[1])
    const { user } = renderInApp(
      () => (
        <LeaveConnectionDialog
          connection={{ ...connection, kind: 'tenant', unsent: 2, cache: 'closed' as never }}
          {...{ title: 'Sign out?', verb: 'Sign out', keep: 'Stay signed in' }}
          leave={async () => {}}
          onClose={() => {}}
        >
          …
        </LeaveConnectionDialog>
      ),
      { answers: { app: { info } } as Answers },
    )
    expect(await screen.findByText(/^Whether they can be kept on this computer could not be read\./)).toBeVisible()
    await user.click(await tryAgain())
    expect(await screen.findByText(/^Without a keychain, nothing is kept here/)).toBeVisible()
  })

  it.each([
    ['the connections in the settings', 'The connections', () => <SettingsPage />],
    [
      'the asset classes of a valuation',
      'The asset classes',
      () => <Composer detail={recordSamples.entities.get[1]} />,
    ],
  ])('of %s is said in a toast', async (_, part, Screen) => {
    const list = () => {
      throw appError('cache/damaged', 'The offline copy cannot be read.')
    }
    renderInApp(Screen, {
      at: 'entities/en-1/valuation/new',
      answers: { connections: { list }, assetClasses: { list } } as Answers,
    })
    expect(await screen.findByText(`${part} could not be read`)).toBeVisible()
  })

  it('is no failure where presenter mode hides what is read', async () => {
    const hides = () => {
      throw appError('presenting/not-shown', 'While presenting, Steward shows one household.')
    }
    const { callsOf } = renderInApp(() => <HouseholdUploads householdId="hh-1" />, {
      answers: { outbox: { list: hides } } as Answers,
    })
    await waitFor(() => expect(callsOf('outbox.list')).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is no failure of favorites and recent records where presenter mode hides them', async () => {
    const hides = () => {
      throw appError('presenting/not-shown', 'While presenting, Steward shows one household.')
    }
    const answers = {
      places: { me: () => ({ user_id: null, proposed: null }), favourites: hides, recents: hides },
      views: { all: () => [] },
      sync: { status: () => status('idle', read) },
    } as unknown as Answers
    const { callsOf, queries } = renderInApp(() => <Sidebar />, { answers })
    await waitFor(() => expect([callsOf('places.favourites'), callsOf('places.recents')].flat()).toHaveLength(2))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a part that fails to render', () => {
  // React reports what it caught.
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    return () => vi.restoreAllMocks()
  })

  function createPart() {
    const state = { isBroken: true }
    function Part() {
      if (state.isBroken) throw new TypeError('A part is broken.')
      return <p>The part</p>
    }
    const mend = () => {
      state.isBroken = false
    }
    return { Part, mend }
  }

  it('leaves the rest of its page, and is drawn again on request', async () => {
    const { Part, mend } = createPart()
    const { user } = renderInApp(() => (
      <>
        <p>The rest</p>
        <Section title="Broken">
          <Part />
        </Section>
      </>
    ))
    expect(await screen.findByText('The rest')).toBeVisible()
    mend()
    await user.click(await tryAgain())
    expect(await screen.findByText('The part')).toBeVisible()
  })

  it('is replaced alone where its code is loaded later, as the lock screen and Help are', async () => {
    const { Part, mend } = createPart()
    const Late = lazyPart(async () => Part, {
      failed: (retry, isLoaded) => <ErrorState error={partFailed('The part', isLoaded)} onRetry={() => retry?.()} />,
    })
    const { user } = renderInApp(() => (
      <>
        <p>The rest</p>
        <Late />
      </>
    ))
    const again = await tryAgain()
    expect(screen.getByText('The rest')).toBeVisible()
    // Its code did arrive.
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The part could not be shownSomething went wrong inside Steward.',
    )
    expect(screen.queryByText(/did not arrive|could not be loaded/)).toBeNull()
    mend()
    await user.click(again)
    expect(await screen.findByText('The part')).toBeVisible()
  })
})
