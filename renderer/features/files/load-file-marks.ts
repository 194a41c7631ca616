import type { HeldFile } from '../../../shared/ipc/files.ts'
import { createRowLoader } from '../../lib/batch-loader.ts'
import type { Client } from '../../lib/client/connect-client.ts'

/** A list's data about a document's file if it is on this computer: the file's facts and a thumbnail (PNG, base64). */
export type FileMark = { held: HeldFile; png: string | null } | null

/** The data of one document's file. The rows of a connection share requests of at most 100 documents. */
export const loadFileMark = createRowLoader(100, async (client: Pick<Client, 'files'>, connectionId, asked) => {
  const { held } = await client.files.heldOf({ connectionId, ids: asked })
  const ids = held.map(({ id }) => id)
  const pictures = ids.length > 0 ? (await client.files.thumbnails({ connectionId, ids })).thumbnails : []
  const pngs = new Map(pictures.map(({ id, png }) => [id, png]))
  return new Map(held.map(({ id, file }) => [id, { held: file, png: pngs.get(id) ?? null }]))
})
