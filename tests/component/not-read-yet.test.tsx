import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { FilterBar } from '../../renderer/components/filters/FilterBar.tsx'
import { useEditing } from '../../renderer/components/forms/drafts.ts'
import { Directory } from '../../renderer/features/asset-classes/public.ts'
import { DocumentSummaryPage } from '../../renderer/features/document-summaries/DocumentSummaryPage.tsx'
import { FoundFacts } from '../../renderer/features/documents/FoundFacts.tsx'
import { EntityPage } from '../../renderer/features/entities/EntityPage.tsx'
import { FamilyDialog } from '../../renderer/features/estate-map/FamilyDialog.tsx'
import { useExports } from '../../renderer/features/estate-map/use-exports.tsx'
import { IndividualForm } from '../../renderer/features/individuals/IndividualForm.tsx'
import { ChooseHousehold } from '../../renderer/features/intake/add/ChooseHousehold.tsx'
import { IntakePage } from '../../renderer/features/intake/IntakePage.tsx'
import { lists } from '../../renderer/features/lists/lists.tsx'
import { PackDialog } from '../../renderer/features/packs/PackDialog.tsx'
import { Palette } from '../../renderer/features/palette/Palette.tsx'
import { usePalette } from '../../renderer/features/palette/palette-state.ts'
import { RecordPage, RecordView } from '../../renderer/features/records/public.ts'
import { SettingsPage } from '../../renderer/features/settings/SettingsPage.tsx'
import { LeaveConnectionDialog } from '../../renderer/features/start/LeaveConnectionDialog.tsx'
import { StatementsPage } from '../../renderer/features/statements/StatementsPage.tsx'
import { TextSearchPage } from '../../renderer/features/texts/TextSearchPage.tsx'
import { TodayPage } from '../../renderer/features/today/TodayPage.tsx'
import { findCommand } from '../../renderer/lib/commands/offers.ts'
import { runCommand } from '../../renderer/lib/commands/run-command.ts'
import { useCommand } from '../../renderer/lib/commands/use-command.ts'
import { useListTrail } from '../../renderer/lib/list-trail.ts'
import type { Filter } from '../../shared/domain/filter-rules.ts'
import type { IntakeRow } from '../../shared/ipc/intake.ts'
import { records, rows } from '../doubles/records.ts'
import { connection } from '../doubles/samples/app.ts'
import { fileSamples } from '../doubles/samples/files.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import { statementSamples } from '../doubles/samples/statements.ts'
import { textSamples } from '../doubles/samples/texts.ts'
import type { Answers } from './support/client-double.ts'
import { stubIntersections } from './support/intersections.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'
import { status } from './support/sync-status.ts'
import { words } from './support/words.ts'

type App = ReturnType<typeof renderInApp>

/** An answer that comes when the test says so. */
function late<Answer>(answer: Answer) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { read: () => promise.then(() => answer), arrive: () => act(async () => resolve()) }
}

const pageOf = (all: readonly object[]) => ({ rows: all, total: all.length, offset: 0 }) as never
const household = (id: string, title: string) => ({ ...rows.households, id, title })
const me = { places: { me: () => ({ user_id: null, proposed: null }) } }
const type = async ({ user }: App, field: HTMLElement, text: string) => {
  await user.click(field)
  await user.type(field, text)
}

const equities = { id: 'asset_class_7', name: 'Equities', uses: 1, last_seen: null, own: false, added: false }
const [, review] = statementSamples.statements.review

const drawStatements = (statements: Answers['statements'], others: Answers) =>
  renderInApp(StatementsPage, {
    at: 'statements',
    answers: {
      statements: {
        list: () => statementSamples.statements.list[1],
        review: () => ({ ...review, accounts: [], entities: [], waiting: [] }),
        accounts: () => ({ known: 0 }),
        ...statements,
      },
      ...others,
    } as Answers,
  })

afterEach(() => {
  usePalette.setState(usePalette.getInitialState(), true)
  useListTrail.setState({ trail: null })
})

describe('choices that are not read yet', () => {
  it.each([
    ['of the household of new documents', 'Household', () => <ChooseHousehold onClose={() => {}} />],
    ['of the household that is searched', 'Household', TextSearchPage],
  ])('%s are being searched, and those of an earlier text are not offered', async (_, label, Screen) => {
    stubIntersections()
    const [first, second] = [late(pageOf([household('hh-1', 'Lind')])), late(pageOf([household('hh-2', 'Okafor')]))]
    const app = renderInApp(Screen, {
      answers: {
        ...me,
        households: { list: ({ filters = [] }) => (filters.length === 0 ? first.read() : second.read()) },
        users: { list: () => pageOf([]) },
        texts: { coverage: () => new Promise(() => {}) },
      },
    })
    const field = await screen.findByRole('combobox', { name: label })
    await app.user.click(field)
    expect(await screen.findByText('Searching…')).toBeVisible()
    await first.arrive()
    expect(await screen.findByRole('option', { name: 'Lind' })).toBeVisible()
    await app.user.type(field, 'Oka')
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Lind' })).toBeNull())
    await second.arrive()
    expect(await screen.findByRole('option', { name: 'Okafor' })).toBeVisible()
  })

  it('of a file’s entity come into the open list, which does not say that none matches', async () => {
    const [sample] = (fileSamples.intake.list[1] as { rows: [IntakeRow] }).rows
    const detail = late(recordSamples.households.get[1])
    const none = { type: null, entity_id: null, individual_id: null }
    const app = renderInApp(IntakePage, {
      at: 'intake',
      answers: {
        intake: {
          list: () => ({
            rows: [
              {
                ...sample,
                ...{ entity_id: null, doubts: [], suggested: none },
                proposals: { ...none, date: null, household_id: null },
              },
            ],
          }),
          readPages: () => new Promise(() => {}),
        },
        households: { get: detail.read },
      } as Answers,
    })
    await app.user.click(await screen.findByRole('button', { name: /^Entity of Will.pdf: / }))
    const field = await screen.findByRole('combobox', { name: 'Entity of Will.pdf' })
    const [entity] = recordSamples.households.get[1].entities
    await app.user.clear(field)
    await app.user.type(field, entity?.title.slice(0, 4) ?? '')
    expect(await screen.findByText('Loading…')).toBeVisible()
    await detail.arrive()
    expect(await screen.findByRole('option', { name: entity?.title ?? '' })).toBeVisible()
  })

  it('of people are not said to have no match', async () => {
    const estate = late(keptSamples.estate.map[1])
    const app = renderInApp(() => <FamilyDialog householdId="hh-1" start={null} onClose={() => {}} />, {
      answers: { estate: { map: estate.read } },
    })
    await app.user.click(await screen.findByRole('combobox', { name: 'Person' }))
    const [said] = await screen.findAllByText('Loading…')
    expect(said).toBeVisible()
    await estate.arrive()
    expect(
      (await screen.findAllByRole('option', { name: keptSamples.estate.map[1].people[0]?.name ?? '' }))[0],
    ).toBeVisible()
  })

  it('of a filter do not take a typed name for the id of an owner', async () => {
    const users = late(pageOf([{ ...rows.users, id: 'us-1', title: 'Ada Byron' }]))
    const said: Filter[][] = []
    function Bar() {
      const [filtering, setFiltering] = useState<string | null>(null)
      const names = new Map([['owner_id', 'Owner']])
      return (
        <FilterBar
          {...{ resource: 'households', names, filters: [], filtering, onFiltering: setFiltering }}
          onFilters={(next) => said.push(next)}
        />
      )
    }
    const app = renderInApp(Bar, { answers: { ...me, users: { list: users.read } } })
    await app.user.click(await screen.findByRole('button', { name: words.filter }))
    await app.user.selectOptions(await screen.findByRole('combobox', { name: 'Column' }), 'owner_id')
    const values = await screen.findByRole('combobox', { name: 'Values' })
    await type(app, values, 'Ada')
    expect(screen.queryByRole('option', { name: 'Ada' })).toBeNull()
    await users.arrive()
    await app.user.click(await screen.findByRole('option', { name: 'Ada Byron' }))
    await app.user.click(screen.getByRole('button', { name: words.applyFilter }))
    expect(said).toMatchObject([[{ column: 'owner_id', values: ['us-1'] }]])
  })

  it('of asset classes are looked up for a name that was left before them', async () => {
    const [security] = review.securities
    const classes = late([equities])
    const app = drawStatements({ setClass: () => ({}) }, { assetClasses: { list: classes.read } })
    const field = await screen.findByRole('combobox', { name: `Asset class of ${security?.name}` })
    await type(app, field, 'equities')
    expect(await screen.findByText('Loading…')).toBeVisible()
    await app.user.tab()
    await classes.arrive()
    await waitFor(() =>
      expect(app.callsOf('statements.setClass').map(({ input }) => input)).toMatchObject([
        { asset_class_id: 'asset_class_7' },
      ]),
    )
  })
})

describe('what is not read yet is not said to be absent', () => {
  it('links and dates to export', async () => {
    const dates = late({ dates: [] })
    function Exports() {
      const [, map] = keptSamples.estate.map
      const picture = { map: { ...map, links: [] }, view: 'map', state: { open: new Set(), allPeople: false } } as const
      return useExports('hh-1', picture as never).map(({ label, reason }) => <p key={label}>{reason}</p>)
    }
    renderInApp(Exports, { answers: { dates: { ofHousehold: dates.read } } as Answers })
    expect(await screen.findByText('The estate has not been read yet.')).toBeVisible()
    await dates.arrive()
    expect(await screen.findByText('There are no links or dates of yours in this household.')).toBeVisible()
  })

  it('accounts to export', async () => {
    const known = late({ known: 0 })
    const app = drawStatements({ accounts: known.read }, { assetClasses: { list: () => [] } })
    await app.user.click(await screen.findByRole('button', { name: 'More actions' }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Export accounts…' }))
    expect(await screen.findByRole('dialog', { name: 'Export accounts' })).not.toHaveTextContent(/No account is known/)
    await known.arrive()
    expect(await screen.findByText('No account is known on this computer yet.')).toBeVisible()
  })

  it('unencrypted copies of files, and connections', async () => {
    const opened = late({ count: 0 })
    renderInApp(() => <SettingsPage />, { answers: { files: { opened: opened.read } } as Answers })
    expect(await screen.findByRole('button', { name: 'Counting…' })).toBeDisabled()
    expect(screen.queryByText('None yet.')).toBeNull()
    await opened.arrive()
    expect(await screen.findByRole('button', { name: 'None' })).toBeDisabled()
  })

  it('asset classes that a file adds', async () => {
    const classes = late([equities])
    const app = renderInApp(() => <Directory />, { answers: { assetClasses: { list: classes.read } } })
    await app.user.click(await screen.findByRole('button', { name: 'Import…' }))
    const dialog = await screen.findByRole('dialog')
    const file = {
      ...{ format: 'steward-asset-classes-1', service: connection.base_url },
      classes: [{ id: 'asset_class_7', name: 'Equities' }],
    }
    await app.user.click(within(dialog).getByRole('textbox'))
    await app.user.paste(JSON.stringify(file))
    expect(await within(dialog).findByText('1 class.')).toBeVisible()
    await classes.arrive()
    expect(await within(dialog).findByText('1 class: none new.')).toBeVisible()
  })

  it('overdue dates on Today', async () => {
    const noDates = { lines: [], total: 0, months: [], kinds: [], folds: [] }
    const overdue = late({ ...noDates, total: 2 })
    renderInApp(() => <TodayPage />, {
      at: 'today',
      answers: {
        ...me,
        sync: { status: () => status('idle', '2026-03-01T12:00:00Z') },
        changes: { households: () => ({ households: [], more: false }) },
        dates: { list: ({ state }) => (state === 'overdue' ? overdue.read() : noDates) },
        today: {
          get: () => ({
            ...{ decisions: { lines: [], total: 0 }, summaries: { lines: [], total: 0 } },
            ...{ old_figures: { lines: [], total: 0, cents: '0', entities: 0 }, birthdays: { lines: [], total: 0 } },
            missing: { documents: 0, households: 0, unknown: 0, rules: [] },
            rules: { source: 'default', problems: [] },
          }),
        },
      } as Answers,
    })
    expect(await screen.findByText(/^No conflicts/)).not.toHaveTextContent(/no other dates/)
    await overdue.arrive()
    expect(await screen.findByRole('link', { name: '2 dates overdue' })).toBeVisible()
  })

  it('the view of an address, in whose place no whole list is shown', async () => {
    const views = late([
      {
        ...{ id: 'view-1', resource: 'households', name: 'Large', sort: null, columns: [] },
        filters: [{ column: 'title', operator: 'contains', values: ['Oka'] }],
      },
    ])
    renderInApp(lists.households, {
      query: '?view=view-1',
      answers: {
        ...me,
        households: {
          list: ({ filters = [] }) =>
            pageOf(filters.length > 0 ? [household('hh-2', 'Okafor')] : [household('hh-1', 'Lind')]),
        },
        sync: { status: () => status('idle', '2026-03-01T12:00:00Z') },
        views: { list: views.read },
      } as Answers,
    })
    expect(await screen.findByText('Loading the view')).toBeInTheDocument()
    expect(screen.queryByText('Lind')).toBeNull()
    await views.arrive()
    expect(await screen.findByText('Okafor')).toBeVisible()
  })
})

describe('what is not read yet decides nothing', () => {
  it('a person is not saved as the third primary client of a household', async () => {
    const person = { ...records.individual, is_primary: false }
    const others = late(
      pageOf(['Ada Byron', 'Max Byron'].map((title, at) => ({ ...rows.individuals, id: `in-${at + 7}`, title }))),
    )
    function Person() {
      const editing = useEditing('individuals', person)
      return editing.base ? (
        <IndividualForm household={{ id: 'hh-1', name: 'Byron' }} editing={editing} />
      ) : (
        <button type="button" onClick={editing.begin}>
          {words.edit}
        </button>
      )
    }
    const app = renderInApp(Person, {
      at: 'individuals/in-1',
      answers: {
        individuals: { list: others.read },
        outbox: { save: () => ({ operation_id: 'op-1', record_id: 'in-1', undo: null }) },
        drafts: { keep: () => ({}) },
      } as Answers,
    })
    await app.user.click(await screen.findByRole('button', { name: words.edit }))
    await app.user.click(await screen.findByRole('checkbox', { name: /^Primary/ }))
    await app.user.click(screen.getByRole('button', { name: words.save }))
    expect(app.callsOf('outbox.save')).toEqual([])
    await others.arrive()
    expect(await screen.findByText(/Ada Byron and Max Byron/)).toBeVisible()
    expect(app.callsOf('outbox.save')).toEqual([])
  })

  it('a trustee in a document is not confirmed before the later amendments on file are known', async () => {
    const later = late(textSamples.facts.laterOf[1])
    const app = renderInApp(
      () => (
        <FoundFacts
          document={{ id: 'do-1', name: 'Trust agreement', household_id: 'hh-1', summaries: [] }}
          onShow={() => {}}
        />
      ),
      {
        at: 'documents/do-1',
        answers: { facts: { ofDocument: () => textSamples.facts.ofDocument[1], laterOf: later.read } } as Answers,
      },
    )
    await waitFor(() => expect(app.callsOf('facts.laterOf')).toHaveLength(1))
    await act(async () => {})
    expect(screen.queryByRole('button', { name: /^Confirm Trustee/ })).toBeNull()
    await later.arrive()
    expect(await screen.findByRole('button', { name: /^Confirm Trustee/ })).toBeVisible()
    expect(screen.getByText(/^A later amendment of May 1, 2020 is on file/)).toBeVisible()
  })

  it('an entity is not deleted before it is said what goes with it', async () => {
    const dependents = late({ title: 'Okafor Family Trust', valuation: true, documents: [], summaries: 0 })
    const [, detail] = recordSamples.entities.get
    const app = renderInApp(() => <EntityPage />, {
      at: 'entities/$id',
      answers: {
        ...me,
        entities: { get: () => detail },
        sync: { status: () => status('idle', '2026-03-01T12:00:00Z') },
        outbox: { entityDependents: dependents.read },
        places: { ...me.places, visit: () => ({}), favourites: () => [] },
      } as Answers,
    })
    await app.user.click(await screen.findByRole('button', { name: /^More/ }))
    await app.user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this entity?' }))
    await app.user.type(dialog.getByLabelText(/^Type the entity’s name/), detail.record.display_name)
    expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeDisabled()
    await dependents.arrive()
    expect(await dialog.findByRole('list', { name: 'Also deleted' })).toHaveTextContent('its valuations')
    expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeEnabled()
  })

  it('a meeting pack has the changes since the last meeting, if there is one', async () => {
    const visit = late(keptSamples.changes.household[1])
    const app = renderInApp(() => <PackDialog ids={['hh-1']} title="Okafor" onClose={() => {}} />, {
      answers: {
        packs: {
          templates: () => [],
          start: () => (async function* () {})(),
        },
        changes: { household: visit.read },
      } as unknown as Answers,
    })
    await app.user.click(await screen.findByRole('button', { name: 'Save PDF' }))
    await waitFor(() => expect(app.callsOf('packs.start')).toMatchObject([{ input: { options: { since_met: true } } }]))
    expect(screen.queryByLabelText(/^Changes since/)).toBeNull()
  })

  it('unsent changes are not kept on a computer that may have no keychain', async () => {
    const info = late({ shell: 'browser', keychain: { kind: 'session', notice: null } } as never)
    renderInApp(
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
      { answers: { app: { info: info.read } } as Answers },
    )
    expect(await screen.findByRole('button', { name: 'Cancel' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /keep them on this computer/ })).toBeNull()
  })
})

describe('a key that is pressed before its list is read', () => {
  it('leads to the next summary to review once it is', async () => {
    const [, sample] = recordSamples.documentSummaries.get
    const next = late({ previous: null, next: 'su-2', total: 2 })
    const app = renderInApp(() => <DocumentSummaryPage />, {
      at: 'document-summaries/$id',
      answers: {
        ...me,
        documentSummaries: {
          get: () => ({ ...sample, record: { ...sample.record, entry_mode: 'AI_AUTO' }, reviewed: null }),
          toReview: next.read,
        },
      } as Answers,
    })
    await screen.findByText('Not reviewed by me')
    act(() => runCommand('summary.next'))
    await next.arrive()
    await waitFor(() => expect(app.path()).toBe('document-summaries/su-2'))
  })

  it('leads to the next record of the list once it is', async () => {
    const [, detail] = recordSamples.households.get
    const list = late(pageOf([household(detail.record.id, 'Okafor'), household('hh-2', 'Lind')]))
    useListTrail.setState({
      trail: {
        ...{ connectionId, resource: 'households', query: { sort: { column: 'title', direction: 'asc' } } },
        ...{ listKey: 'list', id: detail.record.id, index: 0, total: 2 },
      },
    })
    const app = renderInApp(
      () => (
        <RecordView resource="households">
          {(loaded) => (
            <RecordPage resource="households" detail={loaded} title="Okafor">
              {null}
            </RecordPage>
          )}
        </RecordView>
      ),
      {
        at: `households/$id`,
        answers: {
          ...me,
          places: { ...me.places, visit: () => ({}), favourites: () => [] },
          households: { get: () => detail, list: list.read },
          sync: { status: () => status('idle', '2026-03-01T12:00:00Z') },
        } as Answers,
      },
    )
    await app.go(`households/${detail.record.id}`)
    await screen.findByRole('heading', { name: 'Okafor' })
    act(() => runCommand('record.next'))
    await list.arrive()
    await waitFor(() => expect(app.path()).toBe('households/hh-2'))
  })
})

it('a command of a screen that is drawn while the palette is open is found by what was typed', async () => {
  const screenOf = { show: () => {} }
  function Late() {
    useCommand('go.outbox', () => {})
    return null
  }
  function Screen() {
    const [isDrawn, setDrawn] = useState(false)
    screenOf.show = () => setDrawn(true)
    return (
      <main id="main" tabIndex={-1}>
        <button type="button">Before</button>
        {isDrawn ? <Late /> : null}
        <Palette />
      </main>
    )
  }
  const app = renderInApp(Screen, {
    answers: {
      search: { query: () => ({ hits: [] }) },
      places: { recents: () => [], favourites: () => [] },
      texts: { search: () => ({ hits: [], total_documents: 0, is_more: false, corrected: null }) },
    } as unknown as Answers,
  })
  await screen.findByRole('button', { name: 'Before' })
  act(() => findCommand('palette.open')?.run())
  await app.user.type(await screen.findByRole('combobox', { name: words.searchEverything }), 'outbox')
  await screen.findByText(/^No matches\./)
  expect(screen.queryByRole('option', { name: /Outbox/ })).toBeNull()
  act(() => screenOf.show())
  expect(await screen.findByRole('option', { name: /Outbox/ })).toBeVisible()
})
