import { notifications } from '@mantine/notifications'
import { type CommandId, commands } from '../../../shared/domain/commands.ts'
import { findCommand, forbiddenCommand } from './offers.ts'

/** An open dialog is modal and blocks commands. */
const dialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Runs a command from a menu outside the page, which may not know what the screen offers now. */
export function runCommand(id: CommandId): void {
  // Locking and Help work even while a dialog is open.
  const busy = id !== 'steward.lock' && id !== 'help.open' && dialogOpen()
  const command = busy ? undefined : findCommand(id)
  if (command) command.run()
  else {
    const message = busy
      ? 'Finish or close what is open first.'
      : (forbiddenCommand(id) ?? 'This command is not available on this screen.')
    notifications.show({ title: commands[id].title, message, autoClose: 4000 })
  }
}
