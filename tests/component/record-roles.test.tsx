import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RecordRoles } from '../../renderer/features/estate-map/public.ts'
import type { EstateLink, LinkOutcome } from '../../shared/ipc/estate.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
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
    },
  })

describe('the roles of a record', () => {
  it('are said from its own side, with links to the others', async () => {
    draw([trustee, { ...owned, to: holding }])
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent('Trustee: Ada OkaforSaved on this computer only')
    expect(second).toHaveTextContent('Owner of Okafor Holdings')
    expect(screen.getByRole('link', { name: 'Ada Okafor' })).toHaveAttribute('href', expect.stringMatching(/in-1$/))
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
