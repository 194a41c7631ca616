import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { People } from '../../renderer/features/households/People.tsx'
import type { EstateLink, EstateMap } from '../../shared/ipc/estate.ts'
import { rows } from '../doubles/records.ts'
import { keptSamples } from '../doubles/samples/kept.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const [, map] = keptSamples.estate.map
const person = (id: string, title: string, date_of_birth: string | null = null) => ({
  ...rows.individuals,
  ...{ id, title, date_of_birth, is_primary: false },
})
const people = [person('kid', 'Cy Okafor'), person('ada', 'Ada Okafor', '1950-01-01'), person('ben', 'Ben Okafor')]
const node = (id: string) => ({ resource: 'individuals', id, name: id }) as const
const link = (from: string, role: string, to: string): EstateLink => ({
  ...{ id: `${from} ${role} ${to}`, from: node(from), to: node(to), role },
  ...{ origin: 'drawn', made_at: '2026-03-01T12:00:00Z', found_in: [] },
})

function draw(start: EstateLink[] = []) {
  const links = [...start]
  const estate = (): EstateMap => ({
    ...map,
    people: people.map(({ id, title: name }) => ({ ...map.people[0], id, name }) as EstateMap['people'][number]),
    ...{ links: [...links], edges: [], proposals: [] },
  })
  return renderInApp(() => <People rows={people} count={3} householdId="hh-1" reason={null} />, {
    at: 'households/hh-1',
    answers: {
      estate: {
        map: estate,
        addLink({ from, role, to }) {
          links.push(link(from.id, role, to.id))
          return { id: links.at(-1)?.id ?? '', is_new: true, refused: null }
        },
        setLinkRemoved({ id }) {
          links.splice(
            links.findIndex((one) => one.id === id),
            1,
          )
          return { id, is_new: false, refused: null }
        },
      },
    },
  })
}

const order = () =>
  screen.getAllByRole('list').map((list) =>
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  )

/** Fills in the dialog with the keyboard alone. */
async function add(user: ReturnType<typeof draw>['user'], first: string, relation: string, second: string) {
  await user.click(await screen.findByRole('button', { name: 'Add family…' }))
  const dialog = within(await screen.findByRole('dialog'))
  const choose = async (label: string, name: string) => {
    const field = await dialog.findByRole('combobox', { name: label })
    await user.click(field)
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('Person', first)
  await choose('Is the', relation)
  await choose('Of', second)
  await user.click(dialog.getByRole('button', { name: 'Save family' }))
  return dialog
}

describe('the family of a household', () => {
  it('decides the order of its people, without dates of birth, and is taken back by Undo', async () => {
    const { user, callsOf } = draw()
    await waitFor(() => expect(order()).toEqual([['Ada Okafor'], ['Cy Okafor', 'Ben Okafor']]))
    await add(user, 'Ben Okafor', 'Spouse', 'Ada Okafor')
    await waitFor(() => expect(order()).toEqual([['Ada Okafor', 'Ben Okafor'], ['Cy Okafor']]))
    await add(user, 'Cy Okafor', 'Child', 'Ben Okafor')
    await waitFor(() => expect(callsOf('estate.addLink')).toHaveLength(2))
    expect(callsOf('estate.addLink')[1]?.input).toEqual({
      ...{ connectionId, household_id: 'hh-1', role: 'Parent', origin: 'drawn' },
      from: { resource: 'individuals', id: 'ben' },
      to: { resource: 'individuals', id: 'kid' },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(order()).toEqual([['Ada Okafor', 'Ben Okafor'], ['Cy Okafor']])
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(callsOf('estate.setLinkRemoved')).toHaveLength(1))
  })

  it('refuses a link that would make someone their own ancestor, and names them', async () => {
    const { user, callsOf } = draw([link('ada', 'Parent', 'ben'), link('ben', 'Parent', 'kid')])
    await waitFor(() => expect(order()).toEqual([['Ada Okafor'], ['Ben Okafor'], ['Cy Okafor']]))
    const dialog = await add(user, 'Cy Okafor', 'Parent', 'Ada Okafor')
    expect(dialog.getByRole('combobox', { name: 'Of' })).toHaveAccessibleDescription(
      /Ada Okafor is already a parent or an earlier ancestor of Cy Okafor/,
    )
    expect(callsOf('estate.addLink')).toEqual([])
  })

  it('replaces what a couple was by another word, after it says so, and Undo restores it', async () => {
    const { user, callsOf } = draw([link('ada', 'Spouse', 'ben')])
    await waitFor(() => expect(order()).toEqual([['Ada Okafor', 'Ben Okafor'], ['Cy Okafor']]))
    await user.click(await screen.findByRole('button', { name: 'Add family…' }))
    const dialog = within(await screen.findByRole('dialog'))
    for (const [label, name] of [
      ['Person', 'Ben Okafor'],
      ['Is the', 'Former spouse'],
      ['Of', 'Ada Okafor'],
    ] as const) {
      await user.click(await dialog.findByRole('combobox', { name: label }))
      await user.click(await screen.findByRole('option', { name }))
    }
    expect(
      dialog.getByText('Ada Okafor is already noted as Spouse of Ben Okafor. The new relation takes its place.'),
    ).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Replace spouse' }))
    await waitFor(() =>
      expect(callsOf('estate.addLink').at(-1)?.input).toMatchObject({
        role: 'Former spouse',
        replaces: 'ada Spouse ben',
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(callsOf('estate.setLinkRemoved').map(({ input }) => input)).toEqual([
        { connectionId, id: 'ben Former spouse ada', removed: true },
        { connectionId, id: 'ada Spouse ben', removed: false },
      ]),
    )
  })

  it.each([
    ['Replace the first', { replaces: 'ada Spouse kid' }],
    ['Save both', {}],
  ])('asks whether a second spouse stands beside the first: %s', async (answer, expected) => {
    const { user, callsOf } = draw([link('ada', 'Spouse', 'kid')])
    await waitFor(() => expect(order()).toEqual([['Ada Okafor', 'Cy Okafor'], ['Ben Okafor']]))
    await add(user, 'Ben Okafor', 'Spouse', 'Ada Okafor')
    const question = within(await screen.findByRole('dialog', { name: 'A second spouse?' }))
    expect(question.getByText(/^Ada Okafor is already noted as Spouse of Cy Okafor\. Both can hold/)).toBeVisible()
    expect(callsOf('estate.addLink')).toEqual([])
    await user.click(question.getByRole('button', { name: answer }))
    await waitFor(() => expect(callsOf('estate.addLink')).toHaveLength(1))
    expect(callsOf('estate.addLink')[0]?.input).toEqual({
      ...{ connectionId, household_id: 'hh-1', role: 'Spouse', origin: 'drawn', ...expected },
      from: { resource: 'individuals', id: 'ben' },
      to: { resource: 'individuals', id: 'ada' },
    })
  })

  it('saves nothing when the question about a second spouse is closed', async () => {
    const { user, callsOf } = draw([link('ada', 'Spouse', 'kid')])
    const dialog = await add(user, 'Ben Okafor', 'Spouse', 'Ada Okafor')
    await user.click(
      within(await screen.findByRole('dialog', { name: 'A second spouse?' })).getByRole('button', { name: 'Close' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'A second spouse?' })).toBeNull())
    expect(dialog.getByRole('button', { name: 'Save family' })).toBeEnabled()
    expect(callsOf('estate.addLink')).toEqual([])
  })
})
