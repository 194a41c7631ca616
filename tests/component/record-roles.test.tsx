import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RecordRoles } from '../../renderer/features/estate-map/public.ts'
import type { EstateLink, EstateMap, EstateNode, LinkOutcome } from '../../shared/ipc/estate.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { textSamples } from '../doubles/samples/texts.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const [, map] = keptSamples.estate.map
const node = { resource: 'entities', id: 'en-1' } as const
const [sample] = map.links as [EstateLink]
const trustee: EstateLink = {
  ...sample,
  ...{
    id: 'link-1',
    from: { resource: 'individuals', id: 'in-1', name: 'Ada Okafor' },
    to: { ...node, name: 'Trust' },
  },
  role: 'Trustee',
}
const owned: EstateLink = { ...trustee, id: 'link-2', from: { ...node, name: 'Trust' }, role: 'Owner' }
const holding = { resource: 'entities', id: 'en-2', name: 'Okafor Holdings' } as const
const gone: EstateLink = { ...trustee, id: 'link-3', from: { resource: 'individuals', id: 'in-9', name: null } }

const [, { later }] = textSamples.facts.laterOf
const [amendment] = later as [(typeof later)[number]]

const draw = (links: EstateLink[], restored: LinkOutcome = { id: 'link-3', is_new: false, refused: null }) =>
  renderInApp(() => <RecordRoles node={node} householdId="hh-1" />, {
    at: 'entities/en-1',
    answers: {
      estate: {
        roles: () => ({ links }),
        map: () => ({ ...map, links }),
        moveLink: () => ({ id: 'link-3', is_new: false, refused: null }),
        setLinkRemoved: ({ removed }) => (removed ? { id: 'link-3', is_new: false, refused: null } : restored),
      },
      facts: { laterOf: ({ document_id }) => ({ later: document_id === 'do-2' ? [] : [amendment] }) },
    },
  })

const [ben, cy] = ['Ben', 'Cy'].map((name, at) => ({
  ...{ resource: 'individuals', id: `in-${at + 2}`, name: `${name} Okafor` },
})) as [EstateNode & { name: string }, EstateNode & { name: string }]

/** The page of Ben, whose spouse is gone; Ada is what `role` says to another. */
function drawSpouse(role: string, other = cy) {
  const ada = { ...trustee.from, name: 'Ada Okafor' }
  const links: EstateLink[] = [
    { ...gone, role: 'Spouse', to: ben },
    { ...trustee, id: 'link-4', from: ada, to: other, role },
  ]
  const people = [ada, ben, cy].map(({ id, name }) => ({ ...map.people[0], id, name }) as EstateMap['people'][number])
  return renderInApp(() => <RecordRoles node={{ resource: 'individuals', id: ben.id }} householdId="hh-1" />, {
    at: 'individuals/in-2',
    answers: {
      estate: {
        roles: () => ({ links: links.slice(0, 1) }),
        map: () => ({ ...map, people, links }),
        moveLink: () => ({ id: 'link-3', is_new: false, refused: null }),
        setLinkRemoved: ({ id }) => ({ id, is_new: false, refused: null }),
      },
    },
  })
}

async function chooseAda(user: ReturnType<typeof draw>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Move…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move this role' }))
  await user.click(dialog.getByRole('combobox', { name: 'Person' }))
  await user.click(await screen.findByRole('option', { name: 'Ada Okafor' }))
  return dialog
}

describe('the roles of a record', () => {
  it('are said from its own side, with links to the others', async () => {
    draw([trustee, { ...owned, to: holding }])
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent('Trustee: Ada OkaforSaved on this computer only')
    expect(second).toHaveTextContent('Owner of Okafor Holdings')
    expect(screen.getByRole('link', { name: 'Ada Okafor' })).toHaveAttribute('href', expect.stringMatching(/in-1$/))
  })

  it('of a trustee who was confirmed from an agreement say whom a later amendment names, with its page', async () => {
    const place = { document_id: 'do-1', document_name: 'Agreement', page: 14, state: 'same', scan: null } as const
    const inBoth = [place, { ...place, document_id: 'do-2', document_name: 'First amendment', page: 2 }]
    draw([
      { ...trustee, found_in: [place] },
      { ...trustee, id: 'link-2', role: 'Beneficiary', found_in: [place] },
      { ...trustee, id: 'link-4', found_in: inBoth },
    ])
    expect(await screen.findByText(/^A later amendment of May 1, 2020 is on file/)).toHaveTextContent(
      'A later amendment of May 1, 2020 is on file, and names Ben Okafor on page 2 of First amendment',
    )
    expect(screen.getAllByText(/^A later amendment/)).toHaveLength(1)
  })

  it('of someone who is gone say so, and move to another person with Undo', async () => {
    const { user, callsOf } = draw([gone])
    const row = within(await screen.findByRole('listitem'))
    expect(row.getByText('no longer in the offline copy')).toBeVisible()
    await user.click(row.getByRole('button', { name: 'Move…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move this role' }))
    await user.click(dialog.getByRole('combobox', { name: 'Person' }))
    await user.click(await screen.findByRole('option', { name: 'Ada Okafor' }))
    await user.click(dialog.getByRole('button', { name: 'Move' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    const move = { connectionId, id: 'link-3', end: 'from' }
    const [before, after] = ['in-9', 'in-1'].map((id) => ({ resource: 'individuals', id }))
    await waitFor(() =>
      expect(callsOf('estate.moveLink').map(({ input }) => input)).toEqual([
        { ...move, was: before, node: after },
        { ...move, was: after, node: before },
      ]),
    )
  })

  it('are not moved to someone who has the role, and the dialog names it', async () => {
    const { user, callsOf } = draw([trustee, gone])
    await user.click(await screen.findByRole('button', { name: 'Move…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Move this role' }))
    await user.click(dialog.getByRole('combobox', { name: 'Person' }))
    await user.click(await screen.findByRole('option', { name: 'Ada Okafor' }))
    expect(dialog.getByRole('combobox', { name: 'Person' })).toHaveAccessibleDescription(
      /^Ada Okafor is already noted as Trustee of .* Choose another one, or remove this role\.$/,
    )
    expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
    expect(callsOf('estate.moveLink')).toEqual([])
  })

  it.each([
    ['Replace the first', { replaces: 'link-4' }],
    ['Save both', {}],
  ])('ask before the spouse of one becomes the spouse of another too: %s', async (answer, expected) => {
    const { user, callsOf } = drawSpouse('Spouse')
    const dialog = await chooseAda(user)
    await user.click(dialog.getByRole('button', { name: 'Move' }))
    const question = within(await screen.findByRole('dialog', { name: 'A second spouse?' }))
    expect(question.getByText(/^Ada Okafor is already noted as Spouse of Cy Okafor\. Both can hold/)).toBeVisible()
    expect(callsOf('estate.moveLink')).toEqual([])
    await user.click(question.getByRole('button', { name: answer }))
    const move = { connectionId, id: 'link-3', end: 'from' }
    const [before, after] = ['in-9', 'in-1'].map((id) => ({ resource: 'individuals', id }))
    await waitFor(() =>
      expect(callsOf('estate.moveLink').map(({ input }) => input)).toEqual([
        { ...move, was: before, node: after, ...expected },
      ]),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(callsOf('estate.moveLink')[1]?.input).toEqual({ ...move, was: after, node: before }))
    const restored = 'replaces' in expected ? [{ connectionId, id: 'link-4', removed: false }] : []
    await waitFor(() => expect(callsOf('estate.setLinkRemoved').map(({ input }) => input)).toEqual(restored))
  })

  it('of a spouse replace what the couple was by another word, after the dialog says so', async () => {
    const { user, callsOf } = drawSpouse('Former spouse', ben)
    const dialog = await chooseAda(user)
    await user.click(dialog.getByRole('button', { name: 'Move' }))
    const question = within(await screen.findByRole('dialog', { name: 'Replace former spouse?' }))
    expect(
      question.getByText(
        'Ada Okafor is already noted as Former spouse of Ben Okafor. The new relation takes its place.',
      ),
    ).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Replace former spouse' }))
    await waitFor(() => expect(callsOf('estate.moveLink')[0]?.input).toMatchObject({ replaces: 'link-4' }))
  })

  it('are removed by their menu', async () => {
    const { user, callsOf } = draw([trustee])
    await user.click(await screen.findByRole('button', { name: 'More for Trustee, Ada Okafor' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove this role' }))
    await waitFor(() => expect(callsOf('estate.setLinkRemoved')).toHaveLength(1))
  })

  it('are no section where nothing was noted', async () => {
    const { callsOf } = draw([])
    await waitFor(() => expect(callsOf('estate.roles')).toHaveLength(1))
    expect(screen.queryByRole('heading', { name: /Roles/ })).toBeNull()
  })

  it('name what keeps a removed one from being restored, also before the household’s estate is read', async () => {
    const by = { from: { resource: 'individuals', id: 'in-1' }, to: node, role: 'Owner' } as const
    const { user, callsOf } = draw([trustee], { id: 'link-1', is_new: false, refused: { why: 'noted', by } })
    await user.click(await screen.findByRole('button', { name: 'More for Trustee, Ada Okafor' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove this role' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Ada Okafor is already noted as Owner of Trust.')).toBeVisible()
    expect(callsOf('estate.map')).toEqual([])
  })
})
