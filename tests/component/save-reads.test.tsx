import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { followEvents } from '../../renderer/app/events.ts'
import { useSave } from '../../renderer/components/forms/use-save.ts'
import { useAhead, useApi, useClient } from '../../renderer/lib/api.ts'
import type { AppEvent } from '../../shared/ipc/events.ts'
import { savedDouble } from '../doubles/operation.ts'
import { recordSamples } from '../doubles/samples/records.ts'
import { connectionId, renderInApp } from './support/render-in-app.tsx'

/** Events that a test sends to the page, one after the other. */
function createEvents() {
  let next = Promise.withResolvers<AppEvent>()
  return {
    send(event: AppEvent) {
      next.resolve(event)
    },
    async *stream() {
      for (;;) {
        const event = await next.promise
        next = Promise.withResolvers<AppEvent>()
        yield event
      }
    },
  }
}

const id = 'in-1'
const base = { id }

/** A page that shows a person and their household, and saves an edit of the person. */
function Person() {
  const [api, client, ahead, queries] = [useApi(), useClient(), useAhead(), useQueryClient()]
  const [isSaved, setSaved] = useState(false)
  const save = useSave()
  const person = useQuery(api.individuals.get.queryOptions({ input: { connectionId, id } }))
  const household = useQuery(api.households.get.queryOptions({ input: { connectionId, id: 'hh-1' } }))
  useEffect(() => {
    const leaving = new AbortController()
    void followEvents({ api, client, ahead, queries, signal: leaving.signal })
    return () => leaving.abort()
  }, [api, client, ahead, queries])
  const press = async () => {
    await save({ action: 'update', resource: 'individuals', record_id: id, fields: { city: 'Oslo' }, base })
    setSaved(true)
  }
  return (
    <button type="button" disabled={!(person.isSuccess && household.isSuccess)} onClick={() => void press()}>
      {isSaved ? 'Shown' : 'Save'}
    </button>
  )
}

/** @param report - sent right behind the answer to the save, as the main process does */
function draw(report?: AppEvent) {
  const events = createEvents()
  const page = renderInApp(Person, {
    at: `individuals/${id}`,
    answers: {
      events: { subscribe: () => events.stream() as never },
      individuals: { get: () => recordSamples.individuals.get[1] },
      households: { get: () => recordSamples.households.get[1] },
      outbox: {
        save() {
          // Its timer is due before that of the save, however busy the computer is.
          if (report) setTimeout(() => events.send(report), 0)
          return savedDouble
        },
      },
    },
  })
  const reads = () => ['individuals.get', 'households.get'].map((name) => page.callsOf(name).length)
  const press = async () => {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
    expect(reads()).toEqual([1, 1])
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved')
  }
  return { ...page, events, reads, press }
}

beforeEach(() => notifications.clean())

it('a page reads each query once after a save: for its answer and the report of the change behind it', async () => {
  const { press, reads } = draw({ type: 'changed', connectionId, resources: ['individuals'] })
  await press()
  await screen.findByRole('button', { name: 'Shown' })
  await waitFor(() => expect(reads()).toEqual([2, 2]))
})

it('a page reads what it saved without a report, too', async () => {
  const { press, reads } = draw()
  await press()
  await screen.findByRole('button', { name: 'Shown' })
  expect(reads()).toEqual([2, 1])
})

it('a record that is not on screen is known to be stale as soon as its change is reported, before what is shown is read again', async () => {
  const { events, queries, api, reads } = draw()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  const other = api.individuals.get.queryOptions({ input: { connectionId, id: 'in-2' } })
  const report: AppEvent = { type: 'changed', connectionId, resources: ['individuals'] }
  events.send(report)
  await waitFor(() => expect(reads()).toEqual([2, 2]))
  await queries.fetchQuery(other)
  expect(queries.getQueryState(other.queryKey)?.isInvalidated).toBe(false)
  const marked = new Promise<string>((resolve) => {
    queries.getQueryCache().subscribe(() => {
      if (queries.getQueryState(other.queryKey)?.isInvalidated) resolve('at once')
    })
  })
  const handled = new Promise<string>((resolve) => setTimeout(() => resolve('later'), 0))
  events.send(report)
  expect(await Promise.race([marked, handled])).toBe('at once')
})
