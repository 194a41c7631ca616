import { useReadOnlyReason } from '../../components/forms/use-editing.ts'
import { useUndo } from '../../components/undo/use-undo.tsx'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useHoldAll, useOutboxCounts } from './use-outbox.ts'

/** Registers the commands to send now, to pause and to undo, on every screen of a connection. */
export function useOutboxCommands(): void {
  const { held, hold, send } = useHoldAll()
  const { open } = useOutboxCounts()
  const readOnly = useReadOnlyReason()
  const { undo } = useUndo()
  // Offered always: when it is too late, it says so.
  useCommand('edit.undo', () => void undo({ latest: true }))
  useCommand('outbox.send', readOnly === null && (open > 0 || held) ? send : null)
  useCommand('outbox.hold', held ? null : hold)
}
