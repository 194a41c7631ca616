import { describe, expect, it } from 'vitest'
import type { ReaderProcess } from '../../../electron/platform/host.ts'
import {
  createTextReader,
  type FileToRead,
  type ReaderRequest,
  type ReaderResponse,
} from '../../../electron/texts/text-reader.ts'

async function* once(bytes: Uint8Array) {
  yield bytes
}

describe('a file that is prepared while another is read', () => {
  /** Processes that answer when told, and what each was sent: the type of a message, with the name of the file that it begins. */
  function startDouble() {
    const processes: { sent: string[]; answer(): void; exit(): void }[] = []
    const start = (): ReaderProcess => {
      const sent: string[] = []
      const exited = Promise.withResolvers<number | null>()
      let onMessage = (_: unknown): void => {}
      processes.push({
        sent,
        answer: () => onMessage({ type: 'done', file: { is: 'no-text-kind' } } satisfies ReaderResponse),
        exit: () => exited.resolve(1),
      })
      return {
        async send(message) {
          const request = message as ReaderRequest
          sent.push(request.type === 'begin' ? `begin ${request.name}` : request.type)
        },
        onMessage(listener) {
          onMessage = listener
          return () => {}
        },
        exited: exited.promise,
        kill: async () => exited.resolve(null),
      }
    }
    const reader = createTextReader({ start })
    const fileOf = (name: string): FileToRead => ({
      mediaType: 'text/plain',
      name,
      size: 3,
      bytes: once(Buffer.of(1, 2, 3)),
    })
    const readFile = (file: FileToRead) => reader.read(file, new AbortController().signal)
    return { reader, processes, fileOf, readFile }
  }
  const whole = (name: string) => [`begin ${name}`, 'bytes', 'end']

  it('is sent at once, and only told to begin when it is its turn', async () => {
    const { reader, processes, fileOf, readFile } = startDouble()
    const [one, other] = [fileOf('one'), fileOf('other')]
    const first = readFile(one)
    await expect.poll(() => processes[0]?.sent).toEqual(whole('one'))
    const prepared = await reader.prepare(other)
    await expect.poll(() => processes[0]?.sent).toEqual([...whole('one'), 'begin other', 'bytes'])
    processes[0]?.answer()
    await first
    const second = readFile(prepared)
    await expect.poll(() => processes[0]?.sent).toEqual([...whole('one'), ...whole('other')])
    processes[0]?.answer()
    expect(await second).toEqual({ is: 'no-text-kind' })
    await reader.close()
  })

  it('is sent again to the next process where the first one ended', async () => {
    const { reader, processes, fileOf, readFile } = startDouble()
    const [one, other] = [fileOf('one'), fileOf('other')]
    const first = readFile(one)
    await expect.poll(() => processes[0]?.sent).toEqual(whole('one'))
    const prepared = await reader.prepare(other)
    processes[0]?.exit()
    expect(await first).toEqual({ is: 'unreadable', why: 'damaged' })
    const second = readFile(prepared)
    await expect.poll(() => processes[1]?.sent).toEqual(whole('other'))
    processes[1]?.answer()
    expect(await second).toEqual({ is: 'no-text-kind' })
    await reader.close()
  })

  it('is sent again after another file that was read in between', async () => {
    const { reader, processes, fileOf, readFile } = startDouble()
    const [one, other, between] = [fileOf('one'), fileOf('other'), fileOf('between')]
    const first = readFile(one)
    await expect.poll(() => processes[0]?.sent).toEqual(whole('one'))
    const prepared = await reader.prepare(other)
    const second = readFile(between)
    processes[0]?.answer()
    await first
    await expect.poll(() => processes[0]?.sent.slice(-3)).toEqual(whole('between'))
    processes[0]?.answer()
    await second
    const third = readFile(prepared)
    await expect.poll(() => processes[0]?.sent.slice(-3)).toEqual(whole('other'))
    processes[0]?.answer()
    expect(await third).toEqual({ is: 'no-text-kind' })
    await reader.close()
  })
})
