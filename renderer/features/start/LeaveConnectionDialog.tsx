import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { presentError } from '../../lib/present-error.ts'
import { UnsentDialog } from './UnsentDialog.tsx'

type Props = {
  connection: ConnectionSummary
  title: string
  /** Label of the action: `Sign out`, `Remove`. */
  verb: string
  keep: string
  /** The consequences of leaving, including what stays unchanged. */
  children: ReactNode
  /** With `unsent: 'keep'` it leaves despite unsent changes. */
  leave: (unsent?: 'keep') => Promise<void>
  onClose: () => void
}

/** Asks before a connection is signed out or removed. If there are unsent changes, it shows how many, and the options. */
export function LeaveConnectionDialog(props: Props) {
  const { connection, title, verb, keep, children, leave, onClose } = props
  const leaving = useMutation({ mutationFn: leave, meta: { shown: true }, onSuccess: onClose })
  // The unsent changes of a connection that is not open are counted only when leaving it, which then fails with `outbox/unsent`.
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
