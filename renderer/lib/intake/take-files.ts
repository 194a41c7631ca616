import type { IntakeOwner } from '../../../shared/ipc/intake.ts'
import type { Client } from '../api.ts'
import type { PickedFile } from './picked-files.ts'
import { sendFile } from './send-file.ts'

type Options = { client: Client; connectionId: string; owner: IntakeOwner; files: readonly PickedFile[] }

/** Files on their way at once: enough for many small ones, few enough for large ones. */
const abreast = 3
/** As many as the main process takes in one call; read from its schema it would load all schemas. */
const announcedAtOnce = 500

type Announced = { rowId: string; ticket: string; file: File }

/**
 * Puts files into the tray. When this resolves each has its row there; their bytes follow, whatever screen is shown meanwhile.
 *
 * @throws what announcing throws
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
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (await sendFile(next.ticket, next.file)) continue
      // Where the main process knows better what went wrong, it keeps that.
      await client.intake.giveUp({ connectionId, row_id: next.rowId }).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: abreast }, work))
}
