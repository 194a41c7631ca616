import { Button, Group, Modal, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { leastPassphrase } from '../../../shared/domain/custody.ts'
import { ErrorState } from '../../components/States.tsx'
import { useApi } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import { applyLockState } from '../lock/public.ts'
import classes from './settings.module.css'

type What = 'set' | 'change' | 'remove'

const titles: Record<What, string> = {
  set: 'Set a passphrase',
  change: 'Change the passphrase',
  remove: 'Remove the passphrase',
}

type FieldProps = { label: string; value: string; onType: (text: string) => void; first?: boolean; error?: string }

function Field({ label, value, onType, first = false, error = '' }: FieldProps) {
  return (
    <PasswordInput
      label={label}
      value={value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      maxLength={1000}
      data-autofocus={first || undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show it' }}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

/** Asks for the current passphrase, and twice for the new one. */
export function PassphraseDialog({ what, onClose }: { what: What; onClose: () => void }) {
  const api = useApi()
  const [{ current, next, again }, setTyped] = useState({ current: '', next: '', again: '' })
  const [tried, setTried] = useState(false)
  const change = useMutation({
    ...api.custody.setPassphrase.mutationOptions({ meta: { shown: true } }),
    onSuccess: (state) => {
      applyLockState(state)
      onClose()
    },
  })
  useReturnFocus()
  const type = (typed: Partial<{ current: string; next: string; again: string }>) =>
    setTyped((before) => ({ ...before, ...typed }))
  const short = what !== 'remove' && next.length < leastPassphrase ? `At least ${leastPassphrase} characters.` : ''
  const different = what !== 'remove' && again !== next ? 'The passphrases do not match.' : ''
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (short || different || change.isPending) return
    change.mutate({ current: what === 'set' ? null : current, next: what === 'remove' ? null : next })
  }
  return (
    <Modal opened onClose={onClose} title={titles[what]} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className={classes.preview} onSubmit={onSubmit} noValidate>
        {what === 'set' ? (
          <p>
            You enter it after every start and every lock. It cannot be recovered or reset. If you forget it, you can
            only remove everything from this computer.
          </p>
        ) : (
          <Field label="Current passphrase" value={current} first onType={(text) => type({ current: text })} />
        )}
        {what === 'remove' ? null : (
          <>
            <Field
              label="New passphrase"
              value={next}
              first={what === 'set'}
              error={tried ? short : ''}
              onType={(text) => type({ next: text })}
            />
            <Field
              label="Repeat passphrase"
              value={again}
              error={tried ? different : ''}
              onType={(text) => type({ again: text })}
            />
          </>
        )}
        {change.error ? <ErrorState error={presentError(change.error)} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            {what === 'remove' ? 'Remove passphrase' : 'Set passphrase'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
