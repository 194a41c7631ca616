import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import pMap from 'p-map'
import type { IntakeOwner } from '../../../../shared/ipc/intake.ts'
import { useClient } from '../../../lib/api.ts'
import type { Client } from '../../../lib/client/connect-client.ts'
import { useConnection } from '../../../lib/connection.ts'
import { explanationOf, presentError } from '../../../lib/present-error.ts'
import classes from './add.module.css'
import type { LeftOutFile, Picked, PickedFile } from './picked-files.ts'

/**
 * Sends an announced file to the main process, once. The browser shell uploads its bytes as a stream; the desktop shell passes
 * the file to the preload, which alone can resolve its path.
 *
 * @returns false if the file did not arrive completely
 */
function sendFile(ticket: string, file: File): Promise<boolean> {
  return location.protocol === 'app:' ? handOver(ticket, file) : post(ticket, file)
}

async function post(ticket: string, file: File): Promise<boolean> {
  try {
    const response = await fetch('/files', {
      method: 'POST',
      body: file,
      headers: { 'content-type': 'application/octet-stream', 'x-steward-ticket': ticket },
      credentials: 'omit',
      redirect: 'error',
    })
    return response.ok
  } catch {
    return false
  }
}

function handOver(ticket: string, file: File): Promise<boolean> {
  return new Promise((resolve) => {
    const heard = (event: MessageEvent<unknown>) => {
      const { type, ticket: of, taken } = (event.data ?? {}) as Readonly<Record<string, unknown>>
      if (event.source !== window || type !== 'steward:file-taken' || of !== ticket) return
      window.removeEventListener('message', heard)
      resolve(taken === true)
    }
    window.addEventListener('message', heard)
    window.postMessage({ type: 'steward:file', ticket, file }, '/')
  })
}

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
async function takeFiles({ client, connectionId, owner, files }: Options): Promise<void> {
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

/** Longer lists would fill the window. */
const mostListed = 200

const nothingThere = {
  title: 'There are no files in it',
  message: 'An empty folder cannot be added. Drop files, or a folder with files in it.',
  color: 'yellow',
}

/** Names the files that were not taken, until the user closes it. */
function showLeftOut(leftOut: readonly LeftOutFile[]): void {
  if (leftOut.length === 0) return
  notifications.show({
    title:
      leftOut.length === 1 ? '1 file was left out' : `${leftOut.length.toLocaleString('en-US')} files were left out`,
    message: (
      <ul className={classes.leftOut}>
        {leftOut.slice(0, mostListed).map(({ name, folder, why }) => (
          <li key={`${folder}/${name}`}>
            <bdi>{folder === '' ? name : `${folder}/${name}`}</bdi>: {why}
          </li>
        ))}
        {leftOut.length > mostListed ? <li>and {leftOut.length - mostListed} more</li> : null}
      </ul>
    ),
    autoClose: false,
  })
}

/** Returns a function that puts files into the tray and opens it, where they are named and sent. Shows a toast if that fails. */
export function useTakeFiles(): (owner: IntakeOwner, picked: Picked) => Promise<void> {
  const client = useClient()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  return async (owner, { files, leftOut }) => {
    showLeftOut(leftOut)
    if (files.length === 0 && leftOut.length > 0) return
    if (files.length === 0) return void notifications.show(nothingThere)
    try {
      await takeFiles({ client, connectionId, owner, files })
      await navigate({ to: '/c/$connectionId/intake', params: { connectionId } })
    } catch (thrown) {
      const error = presentError(thrown)
      notifications.show({ title: error.title, message: explanationOf(error), color: 'red' })
    }
  }
}
