import { useEffect } from 'react'
import type { CustodyState } from '../../../shared/ipc/custody.ts'
import { useCustody } from './custody.ts'
import { ForgottenPassphrase } from './ForgottenPassphrase.tsx'
import classes from './lock.module.css'
import { Removed } from './Removed.tsx'
import { UnlockForm } from './UnlockForm.tsx'
import { whyLocked } from './why-locked.ts'

function Locked({ state }: { state: CustodyState }) {
  return (
    <>
      <img className={classes.mark} src="/icon.svg" alt="" width={56} height={56} />
      <h1>Steward is locked</h1>
      <p className={classes.why}>{whyLocked(state)}</p>
      <UnlockForm state={state} />
      <p className={classes.hint}>Pending changes continue to be sent, and drafts are kept.</p>
      {state.has_passphrase ? <ForgottenPassphrase /> : null}
    </>
  )
}

/** Replaces all of Steward while it is locked. Shows no client's name and needs no network. */
export function LockScreen() {
  const state = useCustody(({ state }) => state)
  useEffect(() => {
    document.title = 'Steward'
  }, [])
  if (state === null) return null
  return (
    <main id="main" className={classes.screen}>
      <div className={classes.column}>{state.locked === 'removed' ? <Removed /> : <Locked state={state} />}</div>
    </main>
  )
}
