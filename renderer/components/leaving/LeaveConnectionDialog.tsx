import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { presentError } from '../../lib/present-error.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { UnsentDialog } from './UnsentDialog.tsx'

type Props = {
  connection: ConnectionSummary
  title: string
  /** What leaving is called: `Sign out`, `Remove`. */
  verb: string
  keep: string
  /** What will happen, and what will not. */
  children: ReactNode
  /** `unsent: 'keep'` leaves although there are changes that were not sent. */
  leave: (unsent?: 'keep') => Promise<void>
  onClose: () => void
}

/** Asks before a connection is signed out or removed; while changes are unsent it says how many, and what can be done. */
export function LeaveConnectionDialog(props: Props) {
  const { connection, title, verb, keep, children, leave, onClose } = props
  const leaving = useMutation({ mutationFn: leave, meta: { shown: true }, onSuccess: onClose })
  // Of a connection that is not open nobody could count them before.
  const refused = leaving.error !== null && presentError(leaving.error).code === 'outbox/unsent'
  if (connection.unsent > 0 || refused)
    return (
      <UnsentDialog
        connection={connection}
        verb={verb}
        pending={leaving.isPending}
        error={refused ? null : leaving.error}
        onLeave={() => leaving.mutate('keep')}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title={title}
      confirm={verb}
      keep={keep}
      pending={leaving.isPending}
      error={leaving.error}
      onConfirm={() => leaving.mutate(undefined)}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
