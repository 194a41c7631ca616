import { describe, expect, it } from 'vitest'
import { createEventHub } from '../../../electron/api/event-hub.ts'
import { showNotifications } from '../../../electron/app/notifications.ts'
import { createInstantClock } from '../../doubles/instant-clock.ts'

type Options = Parameters<typeof showNotifications>[0]
type Runtime = Awaited<ReturnType<Options['runtimes']['get']>>

/** Follows the uploads of one open connection; its waits end when the test says so. */
function watching() {
  const ended: { connectionId: string; operationIds: string[] }[] = []
  const told: string[] = []
  const waits: (() => void)[] = []
  const looked: string[] = []
  const runtime = {
    connection: { id: 'c' },
    cache: () => 'open',
    attention: () => 0,
    open: async () => ({
      store: {
        read: async (_name: string, { id }: { id: string }) => {
          looked.push(id)
          return { operation: { state: 'done' } }
        },
      },
    }),
  }
  const events = createEventHub()
  const close = showNotifications({
    shell: {
      notify({ body, path }) {
        told.push(body)
        ended.push({ connectionId: path.split('/')[2] ?? '', operationIds: looked.splice(0) })
      },
      badge: null,
    },
    events,
    // The parts of a runtime that notifications use.
    runtimes: { all: async () => [], get: async () => runtime as unknown as Runtime },
    preferences: { get: async () => ({ theme: 'system', single_keys: true }) },
    isLocked: () => false,
    presented: () => null,
    rules: { firmRules: () => null, ownRules: async () => null },
    clock: {
      ...createInstantClock().clock,
      sleep: (_ms, signal) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          waits.push(resolve)
        }),
    },
  })
  const settle = () => new Promise(setImmediate)
  const upload = async (...ids: string[]) => {
    const uploads = ids.map((operation_id) => ({ operation_id, sent: 0, total: 1 }))
    events.publish({ type: 'uploads', connectionId: 'c', uploads })
    await settle()
  }
  const rest = async () => {
    for (const end of waits.splice(0)) end()
    await settle()
  }
  return { close, upload, rest, ended, told }
}

describe('uploads that are followed', () => {
  it('are told of together, when the last one has ended', async () => {
    const { upload, rest, ended, told } = watching()
    await upload('a', 'b')
    await upload('b')
    await rest()
    expect(ended).toEqual([])
    await upload()
    await rest()
    expect(ended).toEqual([{ connectionId: 'c', operationIds: ['a', 'b'] }])
    expect(told).toEqual(['2 files were uploaded.'])
    await upload()
    await rest()
    expect(ended).toHaveLength(1)
  })

  it('count as under way while another one follows soon', async () => {
    const { upload, rest, ended } = watching()
    await upload('a')
    await upload()
    await upload('b')
    await rest()
    expect(ended).toEqual([])
    await upload()
    await rest()
    expect(ended).toEqual([{ connectionId: 'c', operationIds: ['a', 'b'] }])
  })

  it('are not told of when they begin again', async () => {
    const { upload, rest, ended } = watching()
    await upload('a')
    await upload()
    await upload('a')
    await upload()
    await rest()
    expect(ended).toEqual([{ connectionId: 'c', operationIds: ['a'] }])
  })

  it('are forgotten when nobody watches any more', async () => {
    const { close, upload, rest, ended } = watching()
    await upload('a')
    await upload()
    close()
    await rest()
    expect(ended).toEqual([])
  })
})
