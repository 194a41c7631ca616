import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { IntakeOwner } from '../../../../shared/ipc/intake.ts'
import { useClient } from '../../../lib/api.ts'
import { useConnection } from '../../../lib/connection.ts'
import { presentError } from '../../../lib/present-error.ts'
import type { PickedFile } from './picked-files.ts'
import { takeFiles } from './take-files.ts'

const nothingThere = {
  title: 'There are no files in it',
  message: 'An empty folder cannot be added. Drop files, or a folder with files in it.',
  color: 'yellow',
}

/** Returns a function that puts files into the tray and opens it, where they are named and sent. Shows a toast if that fails. */
export function useTakeFiles(): (owner: IntakeOwner, files: readonly PickedFile[]) => Promise<void> {
  const client = useClient()
  const navigate = useNavigate()
  const connectionId = useConnection().id
  return async (owner, files) => {
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
