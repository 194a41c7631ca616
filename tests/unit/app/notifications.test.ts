import { describe, expect, it } from 'vitest'
import { type EndedUploads, watchUploads } from '../../../electron/app/notifications.ts'
import type { Clock } from '../../../electron/platform/clock.ts'

/** Creates a watch whose waits end when the test says so. */
function watching() {
  const ended: EndedUploads[] = []
  const waits: { end(): void; signal: AbortSignal | undefined }[] = []
  const clock: Pick<Clock, 'sleep'> = {
    sleep: (_ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        waits.push({ end: resolve, signal })
      }),
  }
  const watch = watchUploads({ clock, onEnded: (one) => ended.push(one) })
  const told = (...ids: string[]) =>
    watch.told(
      'c',
      ids.map((operation_id) => ({ operation_id, sent: 0, total: 1 })),
    )
  const rest = async () => {
    for (const wait of waits.splice(0)) wait.end()
    await new Promise(setImmediate)
  }
  return { watch, told, rest, ended, waits }
}

describe('uploads that are followed', () => {
  it('are told of together, when the last one has ended', async () => {
    const { told, rest, ended } = watching()
    told('a', 'b')
    told('b')
    await rest()
    expect(ended).toEqual([])
    told()
    await rest()
    expect(ended).toEqual([{ connectionId: 'c', operationIds: ['a', 'b'] }])
    told()
    await rest()
    expect(ended).toHaveLength(1)
  })

  it('count as under way while another one follows soon', async () => {
    const { told, rest, ended } = watching()
    told('a')
    told()
    told('b')
    await rest()
    expect(ended).toEqual([])
    told()
    await rest()
    expect(ended).toEqual([{ connectionId: 'c', operationIds: ['a', 'b'] }])
  })

  it('are not told of when they begin again', async () => {
    const { told, rest, ended } = watching()
    told('a')
    told()
    told('a')
    told()
    await rest()
    expect(ended).toEqual([{ connectionId: 'c', operationIds: ['a'] }])
  })

  it('are forgotten when nobody watches any more', async () => {
    const { watch, told, rest, ended } = watching()
    told('a')
    told()
    watch.close()
    await rest()
    expect(ended).toEqual([])
  })
})
