import { Button, Modal } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { ErrorState, PartError } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { presentError } from '../../lib/present-error.ts'
import classes from './leaving.module.css'
import { unsentWords } from './unsent-words.ts'

type UnsentDialogProps = {
  connection: ConnectionSummary
  verb: string
  pending: boolean
  error: Error | null
  onLeave: () => void
  onClose: () => void
}

/** Blocks leaving a connection while it has changes that exist only on this computer. */
function UnsentDialog({ connection, verb, pending, error, onLeave, onClose }: UnsentDialogProps) {
  const api = useApi()
  const connectionId = connection.id
  const open = connection.cache === 'open'
  const counts = useQuery({ ...api.outbox.counts.queryOptions({ input: { connectionId } }), enabled: open })
  const send = useMutation(api.outbox.sendNow.mutationOptions({ meta: { shown: true } }))
  const write = useMutation(api.outbox.exportUnsent.mutationOptions({ meta: { shown: true } }))
  const info = useQuery(api.app.info.queryOptions({ input: {} }))
  const keychain = info.data?.keychain.kind
  // Without a keychain the ledger is in memory only, and is lost on signing out.
  const fleeting = connection.kind === 'tenant' && keychain === 'session'
  const isKeychainKnown = connection.kind !== 'tenant' || keychain !== undefined
  const noFile = useForbidden('outbox.exportUnsent')
  const noSending = useForbidden('outbox.sendNow')
  const problem = error ?? send.error ?? write.error
  const file = write.data?.file ?? null
  return (
    <Modal
      opened
      onClose={onClose}
      title="Some changes have not been sent"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="column">
        <p role="status">
          {unsentWords(counts.data?.open ?? connection.unsent, counts.data?.attention ?? 0)} They exist only on this
          computer.
        </p>
        {isKeychainKnown ? (
          <p>
            {fleeting
              ? `Without a keychain, nothing is kept here: they are lost when you leave. ${noFile === null ? 'Send them now, or export them to a file.' : 'Send them, or discard them in the outbox, before you leave.'}`
              : `${noFile === null ? 'Send them now, or export them to a file.' : 'Send them now.'} If you keep them on this computer, they are sent after you next sign in to this connection.`}
          </p>
        ) : null}
        {file ? (
          <output className="quiet">
            Exported to <RecordText>{file.name}</RecordText>.
          </output>
        ) : null}
        {send.isSuccess ? (
          <output className="quiet">Sending what can be sent. This dialog updates once everything is sent.</output>
        ) : null}
        <ErrorState error={problem} />
        {!isKeychainKnown && info.isError ? (
          <PartError what="Whether they can be kept on this computer" onRetry={() => void info.refetch()} />
        ) : null}
        <div className={`wrap ${classes.answers}`}>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <ReasonedButton
            reason={noFile}
            loading={write.isPending}
            onClick={() => write.mutate({ connectionId, format: 'json' })}
          >
            Export…
          </ReasonedButton>
          <ReasonedButton
            variant="filled"
            reason={noSending}
            loading={send.isPending}
            onClick={() => send.mutate({ connectionId })}
          >
            Send now
          </ReasonedButton>
          {!isKeychainKnown || (fleeting && file === null) ? null : (
            <Button color="red" variant="outline" loading={pending} onClick={onLeave}>
              {fleeting ? `${verb}; they remain only in the file` : `${verb} and keep them on this computer`}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}

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
    <FormDialog
      title={title}
      onClose={onClose}
      cancel={{ label: keep, hasFocus: true }}
      confirm={{
        label: verb,
        isDangerous: true,
        isPending: leaving.isPending,
        onConfirm: () => leaving.mutate(undefined),
      }}
      error={leaving.error}
    >
      <div>{children}</div>
    </FormDialog>
  )
}
