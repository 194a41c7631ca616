import { useReadOnlyReason } from '../../components/forms/use-editing.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useHoldAll, useOutboxCounts } from './use-outbox.ts'

/** Registers the commands to send now and to pause, on every screen of a connection. */
export function useOutboxCommands(): void {
  const { held, hold, send } = useHoldAll()
  const { open } = useOutboxCounts()
  const readOnly = useReadOnlyReason()
  useCommand('outbox.send', readOnly === null && (open > 0 || held) ? send : null)
  useCommand('outbox.hold', held ? null : hold)
}
