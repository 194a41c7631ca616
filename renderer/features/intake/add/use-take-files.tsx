import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { IntakeOwner } from '../../../../shared/ipc/intake.ts'
import { useClient } from '../../../lib/api.ts'
import { useConnection } from '../../../lib/connection.ts'
import { presentError } from '../../../lib/present-error.ts'
import classes from './add.module.css'
import type { LeftOutFile, Picked } from './picked-files.ts'
import { takeFiles } from './take-files.ts'

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
      const { title, cause, nextStep } = presentError(thrown)
      notifications.show({ title, message: `${cause} ${nextStep}`, color: 'red' })
    }
  }
}
