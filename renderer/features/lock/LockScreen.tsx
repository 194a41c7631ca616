import { Button, PasswordInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { AppLockState } from '../../../shared/ipc/lock.ts'
import { useApi } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import { onCountdown } from '../../lib/use-now.ts'
import { openHelp } from '../help/public.ts'
import classes from './lock.module.css'
import { applyLockState, useLock } from './lock-state.ts'
import { RemoveEverythingDialog } from './RemoveEverythingDialog.tsx'
import { waitWords, whyLocked } from './why-locked.ts'

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
      {cause} {code === 'lock/wait' ? '' : nextStep}
    </p>
  )
}

/** Unlocks Steward: with its passphrase or, if none is set, with a button for the user of this computer. */
function UnlockForm({ state }: { state: AppLockState }) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const waiting = useSecondsUntil(state.wait_until)
  const unlock = useMutation({
    ...useApi().lock.unlock.mutationOptions({ meta: { shown: true } }),
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
    <form className={`column ${classes.form}`} onSubmit={onSubmit} aria-label="Unlock Steward">
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

/** Shown while Steward's data is being removed from this computer. */
function Removing() {
  return (
    <>
      <h1>Removing everything…</h1>
      <p className={classes.why} role="status">
        Sign-ins, keys, offline copies, files and settings are being deleted from this computer. This takes a few
        seconds.
      </p>
    </>
  )
}

/** The final screen, shown after Steward's data was removed from this computer. */
function Removed() {
  const secretsLeft = useLock(({ secretsLeft }) => secretsLeft)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        Everything was removed
      </h1>
      <p className={classes.why}>
        Sign-ins, keys, offline copies, files and settings were deleted from this computer. Nothing was changed in the
        service. Steward is closing; you can close this window.
      </p>
      {secretsLeft ? (
        <p role="alert" className="negative">
          The keychain could not be reached. Open it when it is available, and delete the entries called “Steward”. A
          sign-in among them stays valid until your firm revokes it.
        </p>
      ) : null}
    </>
  )
}

/** Explains what to do if the passphrase is forgotten. */
function ForgottenPassphrase() {
  const [asking, { open, close }] = useDisclosure(false)
  return (
    <details className={classes.forgotten}>
      <summary>Forgot the passphrase?</summary>
      <p>
        It cannot be recovered. Remove everything from this computer, then connect and sign in again. Data in the
        service comes back; unsent changes do not.
      </p>
      <Button variant="default" onClick={open}>
        Remove everything…
      </Button>
      {asking ? <RemoveEverythingDialog onClose={close} /> : null}
    </details>
  )
}

function Locked({ state }: { state: AppLockState }) {
  return (
    <>
      <img className={classes.mark} src="/icon.svg" alt="" width={56} height={56} />
      <h1>Steward is locked</h1>
      <p className={classes.why}>{whyLocked(state)}</p>
      <UnlockForm state={state} />
      <p className={`note ${classes.hint}`}>Pending changes continue to be sent, and drafts are kept.</p>
      {state.has_passphrase ? <ForgottenPassphrase /> : null}
      <p className={`note ${classes.hint}`}>
        <button type="button" className={`plain-button ${classes.help}`} onClick={() => openHelp()}>
          Help
        </button>
      </p>
    </>
  )
}

function faceOf(state: AppLockState) {
  if (state.locked === 'removing') return <Removing />
  return state.locked === 'removed' ? <Removed /> : <Locked state={state} />
}

/** Replaces all of Steward while it is locked. Shows no client's name and needs no network. */
export function LockScreen() {
  const state = useLock(({ state }) => state)
  if (state === null) return null
  return (
    <main id="main" className="alone" data-help="computer#lock-steward">
      <div className={classes.column}>{faceOf(state)}</div>
    </main>
  )
}
