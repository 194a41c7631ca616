import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Estate } from '../../renderer/features/estate-map/public.ts'
import type { EstateMap } from '../../shared/ipc/estate.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import type { Answers } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const [, sample] = keptSamples.estate.map
const [from, to] = [sample.edges[0]?.from, sample.edges[0]?.to]

function draw(map: Partial<EstateMap> = {}, answers: Answers = {}) {
  let view: 'map' | 'table' | undefined
  const preferences = () => ({ theme: 'light', single_keys: true, ...(view ? { estate_view: view } : {}) }) as const
  return renderInApp(() => <Estate id="hh-1" />, {
    at: 'households/hh-1',
    answers: {
      app: {
        getPreferences: preferences,
        setPreferences: ({ estate_view }) => {
          view = estate_view ?? view
          return preferences()
        },
      },
      households: { refreshValuations: () => ({ asked: 0, refused: 0 }) },
      rollUps: {
        household: () => recordSamples.rollUps.household[1],
        checked: () => recordSamples.rollUps.checked[1],
      },
      estate: {
        map: () => ({ ...sample, ...map }),
        addLink: () => ({ id: 'link-2' }),
        setLinkRemoved: () => ({}),
        setRejected: () => ({}),
      },
      ...answers,
    },
  })
}

const people = [1, 2, 3, 4, 5].flatMap((n) =>
  sample.people.map((each) => ({ ...each, id: `in-${n}`, name: `Ada ${n}` })),
)
const fiveProposals = {
  people,
  proposals: people.flatMap(({ id }) => sample.proposals.map((each) => ({ ...each, from: { ...each.from, id } }))),
  links: [],
  edges: [],
}

const parts = () => [...document.querySelectorAll<HTMLElement>('[data-part]')]

describe('the estate of a household', () => {
  it('names every part of the map with its facts, and shows them when it is focused', async () => {
    const { user } = draw()
    const box = await screen.findByRole('link', { name: /^Okafor Family Trust\. Revocable trust, Active, in estate\./ })
    expect(box).toHaveAccessibleName(/\$10\.50, 100% of all positive values\. As of Feb 28, 2026/)
    act(() => parts()[0]?.focus())
    expect(document.querySelector('[data-tip]')).toHaveTextContent('Ada Okafor')
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(box)
    expect(document.querySelector('[data-tip]')).toHaveTextContent('$10.50, 100%')
    expect(parts().filter(({ tabIndex }) => tabIndex === 0)).toEqual([box])
    await user.keyboard('{End}')
    expect(document.activeElement).toHaveAccessibleName(/Trustee of Okafor Family Trust: Proposed, not confirmed/)
  })

  it('opens the record of a box', async () => {
    const { user, path } = draw()
    await user.click(await screen.findByRole('link', { name: /^Okafor Family Trust\. / }))
    await waitFor(() => expect(path()).toBe('entities/en-1'))
  })

  it('confirms a proposal only on request, with the role that the user gives', async () => {
    const { user, callsOf } = draw({ links: [], edges: [] })
    const row = within(await screen.findByRole('list', { name: /^Proposed links/ })).getByRole('listitem')
    expect(row).toHaveTextContent('Found in “Will”: “All to Ada Okafor.”')
    expect(callsOf('estate.addLink')).toEqual([])
    await user.clear(within(row).getByRole('combobox'))
    await user.click(within(row).getByRole('button', { name: /^Confirm/ }))
    expect(row).toHaveTextContent('Choose a role.')
    await user.type(within(row).getByRole('combobox'), 'Protector')
    await user.click(within(row).getByRole('button', { name: /^Confirm/ }))
    await waitFor(() => expect(callsOf('estate.addLink')).toHaveLength(1))
    expect(callsOf('estate.addLink')[0]?.input).toEqual({
      ...{ connectionId, household_id: 'hh-1', from, to },
      role: 'Protector',
      origin: 'confirmed',
    })
  })

  it('rejects a proposal by its evidence, and withdraws that on Undo', async () => {
    const { user, callsOf } = draw()
    await user.click(await screen.findByRole('button', { name: 'Reject Ada Okafor and Okafor Family Trust' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(callsOf('estate.setRejected')).toHaveLength(2))
    const evidence = [{ kind: 'summary', source: 'do-1' }]
    expect(callsOf('estate.setRejected').map(({ input }) => input)).toEqual(
      [true, false].map((rejected) => ({ connectionId, from, to, role: 'Trustee', evidence, rejected })),
    )
  })

  it('removes a link, and restores it on Undo', async () => {
    const { user, callsOf } = draw()
    expect(await screen.findByRole('list', { name: /^Your links/ })).toHaveTextContent('Saved on this computer only')
    await user.click(screen.getByRole('button', { name: /^Remove the link Ada Okafor, Grantor of/ }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(callsOf('estate.setLinkRemoved').map(({ input }) => input)).toEqual([
        { connectionId, id: 'link-1', removed: true },
        { connectionId, id: 'link-1', removed: false },
      ]),
    )
  })

  it('leads from a line to its row', async () => {
    const { user } = draw()
    await user.click(await screen.findByRole('link', { name: /Proposed, not confirmed$/ }))
    expect(document.activeElement).toHaveTextContent('Found in “Will”')
  })

  it('shows three proposals first; “Show all”, and a line of the map, lead to the others', async () => {
    const { user } = draw(fiveProposals)
    const shown = async () =>
      within(await screen.findByRole('list', { name: 'Proposed links (5)' })).getAllByRole('listitem').length
    expect(await shown()).toBe(3)
    await user.click(screen.getByRole('button', { name: 'Show all 5' }))
    expect(await shown()).toBe(5)
    expect(document.activeElement).toHaveTextContent('Ada 4')
    expect(screen.queryByRole('button', { name: 'Show all 5' })).toBeNull()
  })

  it('leads from a line to a row that is not shown yet', async () => {
    const { user } = draw(fiveProposals)
    const lines = await screen.findAllByRole('link', { name: /Proposed, not confirmed$/ })
    await user.click(lines.at(-1) as HTMLElement)
    expect(document.activeElement).toHaveTextContent('Ada 5')
  })

  it('shows the same as a table, and remembers it', async () => {
    const { user, callsOf } = draw()
    await user.click(await screen.findByRole('radio', { name: 'As a table' }))
    const table = await screen.findByRole('table', { name: 'Entities of the estate' })
    expect(table).toHaveTextContent('Okafor Family TrustIn estateRevocable trustActive$10.50100%')
    expect(callsOf('app.setPreferences')).toEqual([{ path: 'app.setPreferences', input: { estate_view: 'table' } }])
    expect(document.querySelector('[data-part]')).toBeNull()
  })

  it('says that there are no entities yet', async () => {
    draw({ entities: [], entity_count: 0, people: [], edges: [], proposals: [], links: [] })
    expect(await screen.findByText('No entities yet')).toBeVisible()
  })

  it('refuses exports with the firm’s reason', async () => {
    const { user } = draw(
      {},
      {
        policy: {
          get: () => ({
            policy: { no_export: true },
            problems: [],
            source: null,
            forbidden: { 'estate.savePicture': 'no_export', 'estate.exportLinks': 'no_export' },
          }),
        },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Export the estate' }))
    for (const name of [/^Export as SVG/, /^Export as PNG/, /^Export your links/]) {
      const item = await screen.findByRole('menuitem', { name })
      expect(item).toBeDisabled()
      expect(item).toHaveTextContent('Your firm does not allow exports')
    }
  })
})
