import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { OpenOperations } from '../../renderer/features/outbox/OpenOperations.tsx'
import type { ListedOperation } from '../../shared/ipc/outbox.ts'
import { operationDouble } from '../doubles/operation.ts'
import type { Answers } from './support/client-double.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

const created_at = '2026-03-01T12:00:00.000Z'

/** A new household whose answer was lost, with a candidate at the service. */
const lost = (nth: number): ListedOperation => ({
  ...operationDouble,
  id: `op_${nth}`,
  seq: nth,
  action: 'create',
  title: `Household ${nth}`,
  fields: { primary_relationship_owner_id: 'us-1', notes: `Prospect ${nth}` },
  base: null,
  state: 'uncertain',
  question: {
    kind: 'several-matches',
    candidates: [{ id: `hh-${nth}`, primary_relationship_owner_id: 'us-1', notes: `Prospect ${nth}`, created_at }],
    contents: [
      {
        id: `hh-${nth}`,
        people: { total: 7, names: ['Ada Byron', 'Ben Byron', 'Cy Byron', 'Di Byron', 'Ed Byron'] },
        documents: { total: 0, names: [] },
      },
    ],
    fields: [],
    theirs: null,
  },
})

it('questions of one outage are answered one below the other, each with what is known of its candidates', async () => {
  let open = [lost(1), { ...operationDouble, id: 'op_9', seq: 9, title: 'Waits' }, lost(2)]
  const answers = {
    users: { names: () => ({}) },
    outbox: {
      allPaused: () => ({ paused: false }),
      counts: () => ({ open: open.length, attention: open.filter(({ question }) => question).length }),
      list: () => ({ operations: open, total: open.length }),
      decide: ({ id }: { id: string }) => {
        open = open.filter((one) => one.id !== id)
        return {}
      },
    },
  } as Answers
  const app = renderInApp(() => <OpenOperations />, { at: 'outbox', answers })
  await app.user.click(await screen.findByRole('button', { name: 'Answer 2 questions here' }))
  const items = within(await screen.findByRole('list', { name: 'Questions' })).getAllByText(/^Is this the one\?$/)
  expect(items).toHaveLength(2)
  expect(screen.queryByText(/Waits/)).toBeNull()
  expect(screen.getAllByText(/Ada Byron, Ben Byron, Cy Byron, Di Byron, Ed Byron/)).toHaveLength(2)
  expect(screen.getAllByText(/and 2 more/)).toHaveLength(2)
  await app.user.click(screen.getByRole('button', { name: /^This is it: .*hh-1$/ }))
  await app.queries.invalidateQueries()
  expect(await screen.findByText('Answered')).toBeVisible()
  expect(screen.getByRole('button', { name: /^This is it: .*hh-2$/ })).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Not this one: send it again' }))
  await app.queries.invalidateQueries()
  expect(await screen.findByText('No question is left.')).toBeVisible()
  expect(app.callsOf('outbox.decide').map(({ input }) => input)).toEqual([
    { connectionId, id: 'op_1', answer: { decision: 'adopt', id: 'hh-1' } },
    { connectionId, id: 'op_2', answer: { decision: 'send-again' } },
  ])
  await app.user.click(screen.getByRole('button', { name: 'Show all changes' }))
  expect(await screen.findByText(/Waits/)).toBeVisible()
})

it('a change that the service refused says why beside the questions of others', async () => {
  const problem = {
    code: 'service/refused',
    message: 'The service refused this change.',
    nextStep: 'Correct it.',
    status: 409,
    detail: 'External ID: Another record has it.',
  }
  const refused: ListedOperation = { ...operationDouble, id: 'op_3', seq: 3, state: 'failed', problem }
  const answers = {
    users: { names: () => ({}) },
    outbox: {
      allPaused: () => ({ paused: false }),
      counts: () => ({ open: 2, attention: 2 }),
      list: () => ({ operations: [refused, lost(1)], total: 2 }),
    },
  } as Answers
  const app = renderInApp(() => <OpenOperations />, { at: 'outbox', answers })
  await app.user.click(await screen.findByRole('button', { name: 'Answer 2 questions here' }))
  const questions = await screen.findByRole('list', { name: 'Questions' })
  expect(within(questions).getByText('Refused by the service')).toBeVisible()
  expect(within(questions).getByText(/External ID: Another record has it\./)).toBeVisible()
  expect(within(questions).getByText('Correct it.')).toBeVisible()
  // The tag says it already.
  expect(within(questions).queryByText(/The service refused this change\./)).toBeNull()
})
