import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import pMap from 'p-map'
import type { ContractInputs } from '../../../../shared/ipc/contract.ts'
import type { IntakeOwner } from '../../../../shared/ipc/intake.ts'
import { useClient, useConnection } from '../../../lib/api.ts'
import type { Client } from '../../../lib/client/connect-client.ts'
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

type AnnouncedFile = ContractInputs['statements']['announce']['files'][number]

type Options = {
  client: Client
  connectionId: string
  files: readonly PickedFile[]
  /** Makes rows of the tray. */
  announce: (files: AnnouncedFile[]) => Promise<{ rows: readonly { row_id: string; ticket: string | null }[] }>
}

/** Number of concurrent transfers: enough for many small files, few enough for large ones. */
const abreast = 3
/** The main process's limit per call. Reading it from the schema would load all schemas. */
const announcedAtOnce = 500

type Announced = { rowId: string; ticket: string; file: File }

/**
 * Puts files into the tray. Resolves once each has a row there; their content is transferred in the background, even if the
 * screen changes.
 *
 * @throws the error of `announce`
 */
async function takeFiles({ client, connectionId, files, announce }: Options): Promise<void> {
  const waiting: Announced[] = []
  try {
    for (let at = 0; at < files.length; at += announcedAtOnce) {
      const some = files.slice(at, at + announcedAtOnce)
      const { rows } = await announce(
        some.map(({ name, folder, file }) => ({
          name: name.slice(0, 4000),
          folder: folder.slice(0, 8000),
          size: file?.size ?? null,
        })),
      )
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

/** Returns a function that puts files into the tray and then goes on. Shows a toast if that fails. */
function useTake() {
  const client = useClient()
  const connectionId = useConnection().id
  return async ({ files, leftOut }: Picked, announce: Options['announce'], goOn: () => Promise<void>) => {
    showLeftOut(leftOut)
    if (files.length === 0 && leftOut.length > 0) return
    if (files.length === 0) return void notifications.show(nothingThere)
    try {
      await takeFiles({ client, connectionId, files, announce })
      await goOn()
    } catch (thrown) {
      const error = presentError(thrown)
      notifications.show({ title: error.title, message: explanationOf(error), color: 'red' })
    }
  }
}

/** Returns a function that puts files into the tray and opens it, where they are named and sent. Shows a toast if that fails. */
export function useTakeFiles(): (owner: IntakeOwner, picked: Picked) => Promise<void> {
  const client = useClient()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const take = useTake()
  return (owner, picked) =>
    take(
      picked,
      (files) => client.intake.announce({ connectionId, owner, files }),
      () => navigate({ to: '/c/$connectionId/intake', params: { connectionId } }),
    )
}

/** Returns a function that reads files as custodians' statements and opens Statements. Shows a toast if that fails. */
export function useTakeStatements(): (picked: Picked) => Promise<void> {
  const client = useClient()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const take = useTake()
  return (picked) =>
    take(
      picked,
      (files) => client.statements.announce({ connectionId, files }),
      () => navigate({ to: '/c/$connectionId/statements', params: { connectionId } }),
    )
}
