import type { HeldFile } from '../../../shared/ipc/files.ts'
import { createBatchLoader } from '../../lib/batch-loader.ts'
import type { Client } from '../../lib/client/connect-client.ts'

/** A list's data about a document's file if it is on this computer: the file's facts and a thumbnail (PNG, base64). */
export type FileMark = { held: HeldFile; png: string | null } | null

/** Maximum number of ids in one `files.thumbnails` request. */
const most = 100

/** Batches requests for the files of one connection's documents. */
export const createMarkLoader = (client: Pick<Client, 'files'>, connectionId: string) =>
  createBatchLoader<NonNullable<FileMark>>(most, async (asked) => {
    const { held } = await client.files.heldOf({ connectionId, ids: asked })
    const ids = held.map(({ id }) => id)
    const pictures = ids.length > 0 ? (await client.files.thumbnails({ connectionId, ids })).thumbnails : []
    const pngs = new Map(pictures.map(({ id, png }) => [id, png]))
    return new Map(held.map(({ id, file }) => [id, { held: file, png: pngs.get(id) ?? null }]))
  })
