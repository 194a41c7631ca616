import { expect, it } from 'vitest'
import { loadFileMark } from '../../../../renderer/features/files/load-file-marks.ts'
import type { Client } from '../../../../renderer/lib/client/connect-client.ts'

const connectionId = 'a'.repeat(32)
const file = (id: string) => ({ name: `${id}.pdf`, preview: 'pdf' }) as never

/** Answers, as the main process would, which files and thumbnails it has; records its calls. */
function client(held: readonly string[], pictures: readonly string[], fails = false) {
  const asked: string[][] = []
  const files = {
    heldOf: ({ ids }: { ids: string[] }) => {
      asked.push(ids)
      if (fails) return Promise.reject(new Error('locked'))
      return Promise.resolve({ held: ids.filter((id) => held.includes(id)).map((id) => ({ id, file: file(id) })) })
    },
    thumbnails: ({ ids }: { ids: string[] }) =>
      Promise.resolve({
        thumbnails: ids.filter((id) => pictures.includes(id)).map((id) => ({ id, png: `png of ${id}` })),
      }),
  }
  return { asked, client: { files } as unknown as Pick<Client, 'files'> }
}

it('asks about the rows of a screen at once, and about each of them once', async () => {
  const service = client(['b', 'c'], ['c'])
  const load = (id: string) => loadFileMark(service.client, connectionId, id)
  const marks = await Promise.all(['a', 'b', 'c', 'b'].map(load))
  expect(marks).toEqual([
    null,
    { held: file('b'), png: null },
    { held: file('c'), png: 'png of c' },
    { held: file('b'), png: null },
  ])
  expect(service.asked).toEqual([['a', 'b', 'c']])
})

it('asks about the rows of each connection apart', async () => {
  const service = client(['a'], [])
  await Promise.all([connectionId, 'b'.repeat(32)].map((each) => loadFileMark(service.client, each, 'a')))
  expect(service.asked).toEqual([['a'], ['a']])
})

it('asks about more than a call takes in several', async () => {
  const ids = Array.from({ length: 250 }, (_, at) => `id-${at}`)
  const service = client(ids, [])
  const marks = await Promise.all(ids.map((id) => loadFileMark(service.client, connectionId, id)))
  expect(marks.every((mark) => mark !== null)).toBe(true)
  expect(service.asked.map(({ length }) => length)).toEqual([100, 100, 50])
})

it('a question that fails fails for everybody who asked it, and the next one is asked again', async () => {
  const service = client([], [], true)
  const load = (id: string) => loadFileMark(service.client, connectionId, id)
  expect((await Promise.allSettled([load('a'), load('b')])).map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
  ])
  await expect(load('a')).rejects.toThrow('locked')
  expect(service.asked).toEqual([['a', 'b'], ['a']])
})
