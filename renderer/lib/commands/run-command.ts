import { notifications } from '@mantine/notifications'
import { type CommandId, commands } from '../../../shared/domain/commands.ts'
import { findCommand, forbiddenCommand } from './offers.ts'

/** A dialog has the window to itself. */
const dialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Runs a command that was chosen outside the page, in a menu that cannot know what the screen offers now. */
export function runCommand(id: CommandId): void {
  // Locking does not wait for an answer to a dialog.
  const busy = id !== 'steward.lock' && dialogOpen()
  const command = busy ? undefined : findCommand(id)
  if (command) command.run()
  else {
    const message = busy
      ? 'Finish or close what is open first.'
      : (forbiddenCommand(id) ?? 'There is nothing to do it with on this screen.')
    notifications.show({ title: commands[id].title, message, autoClose: 4000 })
  }
}
