import { expect, test } from 'vitest'
import type { Message } from '../../../electron/data/workers/protocol.ts'
import { createHeldChanges } from '../../../electron/data/workers/worker-calls.ts'

const change: Message = { kind: 'changed', resources: ['individuals'], onlyChecked: [] }

function setUp() {
  const posted: string[] = []
  return { posted, changes: createHeldChanges(({ kind }) => posted.push(kind)) }
}

test('a call is answered before its change is reported', async () => {
  const { posted, changes } = setUp()
  await changes.untilAnswered(
    () => changes.post(change),
    () => posted.push('answer'),
  )
  expect(posted).toEqual(['answer', 'changed'])
})

test('a call that takes turns with others does not hold what is reported meanwhile', async () => {
  const { posted, changes } = setUp()
  const load = Promise.withResolvers<void>()
  const answered = changes.untilAnswered(
    () => load.promise,
    () => posted.push('answer'),
  )
  changes.post(change)
  expect(posted).toEqual(['changed'])
  load.resolve()
  await answered
  expect(posted).toEqual(['changed', 'answer'])
})

test('what a failed call changed is reported', async () => {
  const { posted, changes } = setUp()
  const failing = changes.untilAnswered(
    () => {
      changes.post(change)
      throw new Error('disk')
    },
    () => posted.push('answer'),
  )
  await expect(failing).rejects.toThrow('disk')
  expect(posted).toEqual(['changed'])
})
