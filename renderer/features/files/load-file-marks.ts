import type { HeldFile } from '../../../shared/ipc/files.ts'
import type { Client } from '../../lib/client/connect-client.ts'

/** A list's data about a document's file if it is on this computer: the file's facts and a thumbnail (PNG, base64). */
export type FileMark = { held: HeldFile; png: string | null } | null

/** Rows that come into view within this many ms share one request. */
const waitMs = 20
/** Maximum number of ids in one `files.thumbnails` request. */
const most = 100

type Waiting = { resolve(mark: FileMark): void; reject(thrown: unknown): void }

/** Batches requests for the files of one connection's documents. */
export function createMarkLoader(client: Pick<Client, 'files'>, connectionId: string) {
  const waiting = new Map<string, Waiting[]>()
  let soon = false

  const load = async () => {
    soon = false
    const asked = [...waiting].slice(0, most)
    for (const [id] of asked) waiting.delete(id)
    if (waiting.size > 0) ask(0)
    try {
      const { held } = await client.files.heldOf({ connectionId, ids: asked.map(([id]) => id) })
      const files = new Map(held.map(({ id, file }) => [id, file]))
      const ids = [...files.keys()]
      const pictures = ids.length > 0 ? (await client.files.thumbnails({ connectionId, ids })).thumbnails : []
      const pngs = new Map(pictures.map(({ id, png }) => [id, png]))
      for (const [id, answers] of asked) {
        const file = files.get(id)
        for (const { resolve } of answers) resolve(file ? { held: file, png: pngs.get(id) ?? null } : null)
      }
    } catch (thrown) {
      for (const [, answers] of asked) for (const { reject } of answers) reject(thrown)
    }
  }
  const ask = (ms: number) => {
    if (soon) return
    soon = true
    setTimeout(() => void load(), ms)
  }
  return (id: string): Promise<FileMark> =>
    new Promise((resolve, reject) => {
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }])
      ask(waitMs)
    })
}
