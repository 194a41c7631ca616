import pMap from 'p-map'
import type { IntakeOwner } from '../../../../shared/ipc/intake.ts'
import type { Client } from '../../../lib/client/connect-client.ts'
import type { PickedFile } from './picked-files.ts'
import { sendFile } from './send-file.ts'

type Options = { client: Client; connectionId: string; owner: IntakeOwner; files: readonly PickedFile[] }

/** Number of concurrent transfers: enough for many small files, few enough for large ones. */
const abreast = 3
/** The main process's limit per call. Reading it from the schema would load all schemas. */
const announcedAtOnce = 500

type Announced = { rowId: string; ticket: string; file: File }

/**
 * Puts files into the tray. Resolves once each has a row there; their content is transferred in the background, even if the
 * screen changes.
 *
 * @throws the error of `intake.announce`
 */
export async function takeFiles({ client, connectionId, owner, files }: Options): Promise<void> {
  const waiting: Announced[] = []
  try {
    for (let at = 0; at < files.length; at += announcedAtOnce) {
      const some = files.slice(at, at + announcedAtOnce)
      const { rows } = await client.intake.announce({
        connectionId,
        owner,
        files: some.map(({ name, folder, file }) => ({
          name: name.slice(0, 4000),
          folder: folder.slice(0, 8000),
          size: file?.size ?? null,
        })),
      })
      rows.forEach(({ row_id: rowId, ticket }, index) => {
        const file = some[index]?.file
        if (file && ticket !== null) waiting.push({ rowId, ticket, file })
      })
    }
  } finally {
    void send({ client, connectionId }, waiting)
  }
}

async function send({ client, connectionId }: Pick<Options, 'client' | 'connectionId'>, waiting: Announced[]) {
  const work = async ({ ticket, file, rowId }: Announced) => {
    if (await sendFile(ticket, file)) return
    // If the main process already recorded a more specific error, it keeps that.
    await client.intake.giveUp({ connectionId, row_id: rowId }).catch(() => {})
  }
  await pMap(waiting, work, { concurrency: abreast })
}
