import { notifications } from '@mantine/notifications'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Estate } from '../../renderer/features/estate-map/public.ts'
import { applyPresenting } from '../../renderer/lib/presenting.ts'
import type { EstateMap } from '../../shared/ipc/estate.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import type { Answers } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const [, sample] = keptSamples.estate.map
const [from, to] = [sample.edges[0]?.from, sample.edges[0]?.to]

function draw(map: Partial<EstateMap> = {}, answers: Answers = {}) {
  let view: 'map' | 'size' | 'table' | undefined
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
        addLink: () => ({ id: 'link-2', is_new: true, refused: null }),
        setLinkRemoved: () => ({ id: 'link-2', is_new: false, refused: null }),
        setRejected: () => ({}),
      },
      ...answers,
    },
  })
}

const people = [1, 2, 3].flatMap((n) => sample.people.map((each) => ({ ...each, id: `in-${n}`, name: `Ada ${n}` })))
const threeProposals = {
  people,
  proposals: people.flatMap(({ id }) => sample.proposals.map((each) => ({ ...each, from: { ...each.from, id } }))),
  links: [],
  edges: [],
}

/** A proposal about two people, of whom one is noted as what `noted` says to a person. */
const spouses = (noted: string, proposed: string, of: string): Partial<EstateMap> => {
  const person = (id: string) => ({ resource: 'individuals' as const, id })
  return {
    ...{ people, edges: [] },
    proposals: sample.proposals.map((each) => ({ ...each, from: person('in-1'), to: person('in-2'), role: proposed })),
    links: sample.links.slice(0, 1).map((each) => ({
      ...{ ...each, id: 'link-4', role: noted },
      from: { ...person('in-1'), name: 'Ada 1' },
      to: { ...person(of), name: `Ada ${of.slice(3)}` },
    })),
  }
}

const parts = () => [...document.querySelectorAll<HTMLElement>('[data-part]')]

describe('the estate of a household', () => {
  it('names every part of the structure with its facts, as one tab stop', async () => {
    const { user } = draw()
    const card = await screen.findByRole('button', { name: /^Okafor Family Trust\. Revocable trust, Active\./ })
    expect(card).toHaveAccessibleName(
      /\$10\.50\. As of Feb 28, 2026 \(.*\)\. Grantor: Ada Okafor\. Trustee: Ada Okafor \(proposed\)$/,
    )
    expect(screen.getByRole('group', { name: 'In the estate, $10.50, 1 entity' })).toContainElement(card)
    act(() => parts()[0]?.focus())
    expect(document.activeElement).toHaveAccessibleName(/^Ada Okafor\. /)
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(card)
    expect(parts().filter(({ tabIndex }) => tabIndex === 0)).toEqual([card])
    await user.keyboard('{Home}')
    expect(document.activeElement).toBe(parts()[0])
  })

  it('shows the roles of a chosen person with their evidence, and gives the focus back on Esc', async () => {
    const { user } = draw()
    const person = await screen.findByRole('button', { name: /^Ada Okafor\. / })
    act(() => person.focus())
    await user.keyboard('{Enter}')
    const panel = within(await screen.findByRole('complementary', { name: 'Ada Okafor' }))
    expect(person).toHaveAttribute('aria-pressed', 'true')
    const items = panel.getAllByRole('listitem')
    expect(items.map((item) => item.dataset.kind)).toEqual(['proposal', 'link', 'service'])
    expect(items[0]).toHaveTextContent('Trustee (proposed) of Okafor Family Trust')
    expect(items[0]).toHaveTextContent('“All to Ada Okafor.” Will')
    await waitFor(() => expect(document.activeElement).toBe(items[0]))
    await user.keyboard('j')
    expect(document.activeElement).toBe(items[1])
    expect(items[1]).toHaveTextContent('Drawn by you · Saved on this computer only')
    await user.keyboard('k{Escape}')
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(document.activeElement).toBe(person)
  })

  it('shows the roles of a chosen entity, with a link to its page', async () => {
    const { user } = draw()
    await user.click(await screen.findByRole('button', { name: /^Okafor Family Trust\. / }))
    const panel = within(await screen.findByRole('complementary', { name: 'Okafor Family Trust' }))
    expect(panel.getAllByRole('listitem')[0]).toHaveTextContent('Trustee (proposed): Ada Okafor')
    expect(panel.getByRole('link', { name: 'Open the entity' })).toHaveAttribute(
      'href',
      expect.stringContaining('/entities/en-1'),
    )
  })

  it('confirms with one key, and only on request', async () => {
    const { user, callsOf } = draw()
    await user.click(await screen.findByRole('button', { name: '1 role to confirm' }))
    const panel = within(await screen.findByRole('complementary', { name: 'Roles to confirm' }))
    expect(panel.getByRole('listitem')).toHaveFocus()
    for (const key of ['y', 'Enter', 'n', 'Delete'])
      fireEvent.keyDown(panel.getByRole('listitem'), { key, repeat: true })
    expect([...callsOf('estate.addLink'), ...callsOf('estate.setRejected')]).toEqual([])
    await user.keyboard('y')
    await waitFor(() => expect(callsOf('estate.addLink')).toHaveLength(1))
    expect(callsOf('estate.addLink')[0]?.input).toEqual({
      ...{ connectionId, household_id: 'hh-1', from, to },
      role: 'Trustee',
      origin: 'confirmed',
    })
  })

  it('asks before it confirms someone as the spouse of another too, and no key answers about the proposal meanwhile', async () => {
    const { user, callsOf } = draw(spouses('Spouse', 'Spouse', 'in-3'))
    await user.click(await screen.findByRole('button', { name: '1 role to confirm' }))
    await screen.findByRole('complementary', { name: 'Roles to confirm' })
    await user.keyboard('y')
    const question = within(await screen.findByRole('dialog', { name: 'A second spouse?' }))
    await waitFor(() => expect(question.getByRole('button', { name: 'Replace the first' })).toHaveFocus())
    await user.keyboard('njy')
    expect([...callsOf('estate.addLink'), ...callsOf('estate.setRejected')]).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'A second spouse?' })).toBeNull())
    expect(screen.getByRole('complementary', { name: 'Roles to confirm' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Confirm Ada 1/ }))
    await user.click(await screen.findByRole('button', { name: 'Replace the first' }))
    await waitFor(() => expect(callsOf('estate.addLink')[0]?.input).toMatchObject({ replaces: 'link-4' }))
  })

  it('asks before it confirms another word for what two people are to each other', async () => {
    const { user, callsOf } = draw(spouses('Spouse', 'Former spouse', 'in-2'))
    await user.click(await screen.findByRole('button', { name: '1 role to confirm' }))
    await user.click(await screen.findByRole('button', { name: /^Confirm Ada 1/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Replace spouse?' }))
    expect(
      question.getByText(/^Ada 1 is already noted as Spouse of Ada 2\. The new relation takes its place\.$/),
    ).toBeVisible()
    expect(callsOf('estate.addLink')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Replace spouse' }))
    await waitFor(() =>
      expect(callsOf('estate.addLink')[0]?.input).toMatchObject({ role: 'Former spouse', replaces: 'link-4' }),
    )
  })

  it('that another window confirmed before is not this window’s to undo', async () => {
    // Toasts of an earlier test stay for their time.
    notifications.clean()
    const addLink = () => ({ id: 'link-1', is_new: false, refused: null })
    const { user } = draw({}, { estate: { map: () => sample, addLink } })
    await user.click(await screen.findByRole('button', { name: '1 role to confirm' }))
    await screen.findByRole('complementary', { name: 'Roles to confirm' })
    await user.keyboard('y')
    expect(await screen.findByText('This link was saved before.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('asks for the role that the evidence does not name', async () => {
    const { user, callsOf } = draw({ proposals: sample.proposals.map((each) => ({ ...each, role: null })) })
    await user.click(await screen.findByRole('button', { name: '1 role to confirm' }))
    const panel = within(await screen.findByRole('complementary', { name: 'Roles to confirm' }))
    await user.click(panel.getByRole('button', { name: /^Confirm/ }))
    expect(panel.getByRole('listitem')).toHaveTextContent('Choose a role.')
    await user.type(panel.getByRole('combobox'), 'Protector')
    await user.click(panel.getByRole('button', { name: /^Confirm/ }))
    await waitFor(() => expect(callsOf('estate.addLink')[0]?.input).toMatchObject({ role: 'Protector' }))
  })

  it('leads through all roles to confirm one after the other', async () => {
    const { user } = draw(threeProposals)
    await user.click(await screen.findByRole('button', { name: '3 roles to confirm' }))
    const panel = within(await screen.findByRole('complementary', { name: 'Roles to confirm' }))
    expect(panel.getByRole('listitem')).toHaveTextContent('Ada 1')
    await user.keyboard('j')
    expect(panel.getByRole('listitem')).toHaveTextContent('Ada 2')
    await user.click(panel.getByRole('button', { name: 'Next' }))
    expect(panel.getByRole('listitem')).toHaveTextContent('Ada 3')
    expect(panel.getByRole('button', { name: 'Next' })).toBeDisabled()
  })

  it('rejects a proposal by its evidence, and withdraws that on Undo', async () => {
    const { user, callsOf } = draw()
    await user.click(await screen.findByRole('button', { name: '1 role to confirm' }))
    await screen.findByRole('complementary', { name: 'Roles to confirm' })
    await user.keyboard('n')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(callsOf('estate.setRejected')).toHaveLength(2))
    const evidence = [{ kind: 'summary', source: 'do-1' }]
    expect(callsOf('estate.setRejected').map(({ input }) => input)).toEqual(
      [true, false].map((rejected) => ({ connectionId, from, to, role: 'Trustee', evidence, rejected })),
    )
  })

  it('removes a link, and restores it on Undo', async () => {
    const { user, callsOf } = draw()
    await user.click(await screen.findByText('All recorded roles (2)'))
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

  it('shows a line for each kind of many entities, which opens to cards', async () => {
    const entities = Array.from({ length: 30 }, (_, n) =>
      sample.entities.map((each) => ({ ...each, id: `en-${n}`, name: `Trust ${n}` })),
    ).flat()
    const { user } = draw({ entities, entity_count: 30, proposals: [], links: [], edges: [] })
    const line = await screen.findByRole('button', { name: /^Revocable trusts\. 30 entities\. \$315\.00/ })
    expect(line).toHaveAttribute('aria-expanded', 'false')
    act(() => line.focus())
    await user.keyboard('{ArrowRight}')
    expect(line).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getAllByRole('button', { name: /^Trust \d+\. / })).toHaveLength(30)
    await user.keyboard('{ArrowLeft}')
    expect(screen.queryAllByRole('button', { name: /^Trust \d+\. / })).toEqual([])
  })

  it('keeps the focus in the picture when the part that has it is gone', async () => {
    const people = Array.from({ length: 13 }, (_, n) =>
      sample.people.slice(0, 1).map((each) => ({ ...each, id: `in-${n}`, name: `Ada ${n}`, is_primary: n === 0 })),
    ).flat()
    const { user } = draw({ people, proposals: [], links: [], edges: [] })
    const all = await screen.findByRole('button', { name: /^Show all people, 12 more/ })
    act(() => all.focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: /^Ada 0\b/ })).toHaveFocus())
    expect(screen.getAllByRole('button', { name: /^Ada \d+\b/ })).toHaveLength(13)
  })

  it('shows the entities by size, each leading to its page', async () => {
    const { user, path } = draw()
    await user.click(await screen.findByRole('radio', { name: 'By size' }))
    const box = await screen.findByRole('link', { name: /^Okafor Family Trust\. .*100% of all positive values/ })
    act(() => box.focus())
    expect(document.querySelector('[data-tip]')).toHaveTextContent('$10.50, 100%')
    await user.click(box)
    await waitFor(() => expect(path()).toBe('entities/en-1'))
  })

  it('shows the same as a balance sheet, and remembers it', async () => {
    const { user, callsOf } = draw()
    await user.click(await screen.findByRole('radio', { name: 'Balance sheet' }))
    const table = await screen.findByRole('table', { name: 'Entities of the estate' })
    expect(table).toHaveTextContent('Okafor Family TrustIn the estateRevocable trustActive$10.50100%')
    expect(callsOf('app.setPreferences')).toEqual([{ path: 'app.setPreferences', input: { estate_view: 'table' } }])
    expect(document.querySelector('[data-part]')).toBeNull()
  })

  it('hides sizes and shares with the amounts while presenting', async () => {
    applyPresenting({ connection_id: connectionId, household_id: 'hh-1', amounts: false })
    try {
      const { user } = draw({ proposals: [] })
      const card = await screen.findByRole('button', { name: /^Okafor Family Trust\. / })
      expect(card).toHaveAccessibleName(/\$••••/)
      expect(document.querySelector('[data-bar]')).toBeNull()
      expect(document.body).not.toHaveTextContent(/not recorded|%/)
      await user.click(screen.getByRole('radio', { name: 'By size' }))
      expect(await screen.findByText('Sizes are hidden while amounts are hidden.')).toBeVisible()
      expect(document.querySelector('[data-part]')).toBeNull()
      await user.click(screen.getByRole('radio', { name: 'Balance sheet' }))
      expect(await screen.findByRole('table', { name: 'Entities of the estate' })).not.toHaveTextContent(/Share|%/)
      expect(screen.queryByRole('figure')).toBeNull()
    } finally {
      applyPresenting(null)
    }
  })

  it('leads from Other role to its field, not to a button beside it', async () => {
    const { user } = draw()
    await user.click(await screen.findByRole('button', { name: '1 role to confirm' }))
    await user.click(await screen.findByRole('button', { name: /^Another role than Ada Okafor/ }))
    expect(screen.getByRole('combobox', { name: 'Role of Ada Okafor in Okafor Family Trust' })).toHaveFocus()
  })

  it('says of a role whose person is gone that the person is no longer here, instead of an ID', async () => {
    const links = sample.links.map((each) => ({
      ...each,
      from: { resource: 'individuals' as const, id: 'in-9', name: null },
    }))
    const { user } = draw({ links })
    await user.click(await screen.findByText(/^All recorded roles/))
    expect(screen.getByRole('list', { name: /^Your links/ })).toHaveTextContent(/^No longer in the offline copy/)
    expect(document.body).not.toHaveTextContent('in-9')
  })

  it('lists entities by name while amounts are hidden, since the order of their values tells which is larger', async () => {
    const [entity] = sample.entities
    if (!entity) throw new Error('The sample has an entity.')
    const entities = [
      { ...entity, id: 'en-2', name: 'Zenith Trust', value: 90 },
      { ...entity, id: 'en-3', name: 'Aster Trust', value: 20 },
    ]
    const names = async () => {
      const table = await screen.findByRole('table', { name: 'Entities of the estate' })
      return within(table)
        .getAllByRole('link')
        .map((link) => link.textContent)
    }
    const { user, unmount } = draw({ entities, entity_count: 2 })
    await user.click(await screen.findByRole('radio', { name: 'Balance sheet' }))
    expect(await names()).toEqual(['Zenith Trust', 'Aster Trust'])
    unmount()
    applyPresenting({ connection_id: connectionId, household_id: 'hh-1', amounts: false })
    try {
      const presented = draw({ entities, entity_count: 2 })
      await presented.user.click(await screen.findByRole('radio', { name: 'Balance sheet' }))
      expect(await names()).toEqual(['Aster Trust', 'Zenith Trust'])
    } finally {
      applyPresenting(null)
    }
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
