import { expect, test } from 'vitest'
import { withOutboxLimit } from '../../../electron/outbox/loop.ts'
import type { WriteOutcome, WriteRequest, WriteService } from '../../../electron/service/write-service.ts'

const { signal } = new AbortController()

const write = (path: string): WriteRequest => ({ method: 'PUT', path, body: {}, signal })
const lookAt = (id: string) => ({ resource: 'individuals' as const, id, signal })

/** Creates a service whose requests last until the test ends them; `began` has their names in order. */
function arrange(slots: number) {
  const began: string[] = []
  const ends = new Map<string, { resolve(): void; reject(problem: Error): void }>()
  const request = <Answer>(name: string, answer: Answer) =>
    new Promise<Answer>((resolve, reject) => {
      began.push(name)
      ends.set(name, { resolve: () => resolve(answer), reject })
    })
  const lost: WriteOutcome = { kind: 'lost', error: new Error('Lost.') }
  const service: WriteService = {
    send: ({ path }) => request(path, lost),
    getRecord: ({ id }) => request(id, null),
    prove: (resource) => request(resource, undefined),
    getValuation: ({ entityId }) => request(entityId, { bytes: null, status: 404, ageMs: 0 }),
    digestOf: (documentId) => request(documentId, null),
    listAll: ({ resource }) => request(resource, { records: [], serverTime: null }),
    onReachability: () => () => {},
  }
  const state = { mayAsk: true, rests: 0 }
  const onRest = () => {
    state.rests += 1
  }
  const limited = withOutboxLimit(service, { slots, mayAsk: () => state.mayAsk, onRest })
  const end = async (name: string) => {
    ends.get(name)?.resolve()
    await nextTurn()
  }
  return { began, limited, state, end, ends }
}

/** Waits until everything that is ready to run has run. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('there are never more requests at once than slots, of whatever kind', async () => {
  const { began, limited, end } = arrange(2)
  void limited.getRecord(lookAt('one'))
  void limited.send(write('two'))
  void limited.getValuation({ entityId: 'three', signal })
  void limited.listAll({ resource: 'households', query: {}, signal })
  void limited.digestOf('five', signal)
  expect(began).toEqual(['one', 'two'])
  await end('one')
  expect(began).toEqual(['one', 'two', 'three'])
  await end('two')
  expect(began).toEqual(['one', 'two', 'three', 'households'])
  await end('households')
  expect(began).toEqual(['one', 'two', 'three', 'households', 'five'])
})

test('a look is told when it is asked, which is not when it began to wait', async () => {
  const { limited, end } = arrange(1)
  const asked: string[] = []
  void limited.getRecord({ ...lookAt('first'), onAsked: () => asked.push('first') })
  void limited.getRecord({ ...lookAt('second'), onAsked: () => asked.push('second') })
  expect(asked).toEqual(['first'])
  await end('first')
  expect(asked).toEqual(['first', 'second'])
})

test('what changes something goes ahead of what only looks, each in its order', async () => {
  const { began, limited, end } = arrange(1)
  const all = [
    limited.getRecord(lookAt('under way')),
    limited.getRecord(lookAt('look 1')),
    limited.getRecord(lookAt('look 2')),
    limited.send(write('change 1')),
    limited.send(write('change 2')),
  ]
  const order = ['under way', 'change 1', 'change 2', 'look 1', 'look 2']
  for (const name of order) await end(name)
  await Promise.all(all)
  expect(began).toEqual(order)
})

test('a look that waited is withheld once nothing is to be asked, and holds up nobody; a change is sent all the same', async () => {
  const { began, limited, state, end } = arrange(1)
  const looked = limited.getRecord(lookAt('under way'))
  const change = limited.send(write('change'))
  const late = [limited.getRecord(lookAt('late 1')), limited.getRecord(lookAt('late 2'))]
  const outcomes = Promise.allSettled(late)
  state.mayAsk = false
  await end('under way')
  await end('change')
  expect(await Promise.all([looked, change])).toMatchObject([null, { kind: 'lost' }])
  const notAsked = expect.objectContaining({
    message: 'The service was not asked, because other requests are waiting.',
  })
  expect(await outcomes).toEqual(late.map(() => ({ status: 'rejected', reason: notAsked })))
  expect(began).toEqual(['under way', 'change'])
  // The slot is free again. The caller decides whether a request that need not wait is still sent.
  void limited.getRecord(lookAt('next'))
  expect(began).toEqual(['under way', 'change', 'next'])
})

test('a request that fails gives its slot back', async () => {
  const { began, limited, ends } = arrange(1)
  const failing = limited.getRecord(lookAt('fails'))
  void limited.getRecord(lookAt('next'))
  ends.get('fails')?.reject(new Error('Offline.'))
  await expect(failing).rejects.toThrow('Offline.')
  await nextTurn()
  expect(began).toEqual(['fails', 'next'])
})

test('it is told when the last request has come to an end, and not before', async () => {
  const { limited, state, end } = arrange(2)
  expect(limited.isBusy()).toBe(false)
  void limited.getRecord(lookAt('one'))
  void limited.getRecord(lookAt('two'))
  void limited.getRecord(lookAt('three'))
  expect(limited.isBusy()).toBe(true)
  await end('one')
  await end('two')
  expect([limited.isBusy(), state.rests]).toEqual([true, 0])
  await end('three')
  expect([limited.isBusy(), state.rests]).toEqual([false, 1])
})

test('a file on its way takes no slot', () => {
  const { began, limited } = arrange(1)
  const file: NonNullable<WriteRequest['file']> = {
    parts: {},
    name: 'will.pdf',
    media_type: 'application/pdf',
    size: 0,
    async *open() {},
    onProgress: () => {},
    beforeEnd: async () => {},
  }
  void limited.send({ ...write('file'), file })
  void limited.getRecord(lookAt('one'))
  expect(began).toEqual(['file', 'one'])
  expect(limited.isBusy()).toBe(true)
})
