import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CustodyState } from '../../../shared/ipc/custody.ts'
import { useApi } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import { onCountdown } from '../../lib/use-now.ts'
import classes from './lock.module.css'
import { applyLockState } from './lock-state.ts'
import { waitWords } from './why-locked.ts'

const secondsUntil = (moment: string | null) =>
  moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000))

/** The whole seconds until a moment (ISO 8601), counting down; 0 if the moment has passed or is null. */
function useSecondsUntil(moment: string | null): number {
  return useSyncExternalStore(onCountdown, () => secondsUntil(moment))
}

/** Why the last attempt failed, and what to do. */
function Problem({ error }: { error: Error }) {
  const { cause, nextStep, code } = presentError(error)
  return (
    <p role="alert" className="negative" data-code={code}>
      {cause} {code === 'custody/wait' ? '' : nextStep}
    </p>
  )
}

/** Unlocks Steward: with its passphrase or, if none is set, with a button for the user of this computer. */
export function UnlockForm({ state }: { state: CustodyState }) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const waiting = useSecondsUntil(state.wait_until)
  const unlock = useMutation({
    ...useApi().custody.unlock.mutationOptions({ meta: { shown: true } }),
    onSuccess: applyLockState,
    onError: () => field.current?.focus(),
    // Clear it in every case: Steward may stay locked even if the passphrase was correct.
    onSettled: () => setTyped(''),
  })
  useEffect(() => {
    const first = field.current ?? button.current
    first?.focus()
  }, [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (unlock.isPending || waiting > 0) return
    unlock.mutate({ passphrase: state.has_passphrase ? typed : null })
  }
  return (
    <form className={classes.form} onSubmit={onSubmit} aria-label="Unlock Steward">
      {state.has_passphrase ? (
        <PasswordInput
          ref={field}
          label="Passphrase"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          maxLength={1000}
          error={unlock.error !== null}
          visibilityToggleButtonProps={{ 'aria-label': 'Show passphrase' }}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      {unlock.error ? <Problem error={unlock.error} /> : null}
      {waiting > 0 ? (
        <p className="warn" role="timer">
          Too many wrong passphrases. Try again in {waitWords(waiting)}.
        </p>
      ) : null}
      <Button
        ref={button}
        type="submit"
        size="sm"
        fullWidth
        loading={unlock.isPending}
        disabled={waiting > 0 || (state.has_passphrase && typed === '')}
      >
        Unlock
      </Button>
    </form>
  )
}
