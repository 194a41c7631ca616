import { Button } from '@mantine/core'
import { IconKeyOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { AppInfo } from '../../shared/ipc/app.ts'
import { PageSkeleton } from '../components/States.tsx'
import { useApi, useConnection } from '../lib/api.ts'
import classes from './keychain.module.css'

type Keychain = AppInfo['keychain']

const titles: Readonly<Record<NonNullable<Keychain['asks']>, string>> = {
  waiting: 'Unlock your keychain',
  locked: 'Your keychain is locked',
  denied: 'Your keychain refused Steward',
}

const reasons: Readonly<Record<NonNullable<Keychain['asks']>, string>> = {
  waiting:
    'Your computer asks for the password of its keychain, where Steward’s sign-in and keys are. Enter it in the system’s dialog, which may be behind this window.',
  locked:
    'Steward’s sign-in and keys are in it. Try again and enter its password in the system’s dialog, or unlock it in the system’s own program first.',
  denied: 'Steward’s sign-in and keys are in it. Try again, and allow Steward to use it when the system asks.',
}

const withoutIt =
  'Without it, Steward starts empty, and keeps sign-ins, records and unsent changes in memory only, until it closes. What it kept earlier stays untouched.'

const useKeychain = (): Keychain | undefined => useQuery(useApi().app.info.queryOptions({ input: {} })).data?.keychain

/** The answers that the user can give; what leaving means depends on whether a keychain is in use. */
function Answers({ kind, asks }: Keychain) {
  const { mutate, isPending } = useMutation(useApi().app.answerKeychain.mutationOptions())
  return (
    <>
      {asks === 'waiting' ? null : (
        <Button size="sm" disabled={isPending} onClick={() => mutate({ answer: 'try-again' })}>
          Try again
        </Button>
      )}
      <Button size="sm" variant="default" disabled={isPending} onClick={() => mutate({ answer: 'leave' })}>
        {kind === null ? 'Continue without the keychain' : 'Stop waiting'}
      </Button>
    </>
  )
}

function KeychainScreen({ keychain }: { keychain: Keychain & { asks: NonNullable<Keychain['asks']> } }) {
  useEffect(() => {
    document.title = 'Steward'
  }, [])
  return (
    <main id="main" className="alone">
      <div className={`column ${classes.column}`}>
        <img src="/icon.svg" alt="" width={56} height={56} />
        <div role="status">
          <h1>{titles[keychain.asks]}</h1>
          <p>{reasons[keychain.asks]}</p>
        </div>
        <div className={`wrap ${classes.answers}`}>
          <Answers {...keychain} />
        </div>
        <p className="quiet">{withoutIt}</p>
      </div>
    </main>
  )
}

/** The first seconds of a start: a skeleton, and where the keychain asks the user, what to do. */
export function Starting() {
  const keychain = useKeychain()
  if (keychain === undefined || keychain.asks === null || keychain.kind !== null)
    return <PageSkeleton label="Starting" />
  return <KeychainScreen keychain={{ ...keychain, asks: keychain.asks }} />
}

/** Says above every screen that the keychain asks the user, and what waits for it. */
export function KeychainBanner() {
  const keychain = useKeychain()
  if (keychain === undefined || keychain.asks === null) return null
  return (
    <section className={`row ${classes.banner}`} aria-label="Keychain">
      <span role="status">
        <b>{titles[keychain.asks]}.</b> {reasons[keychain.asks]}
        {keychain.kind === null ? ` ${withoutIt}` : ' What needs it waits until then.'}
      </span>
      <span className={`wrap ${classes.answers}`}>
        <Answers {...keychain} />
      </span>
    </section>
  )
}

/** True once the user has read the warning in this window. */
const useWarningRead = create<boolean>(() => false)

/** The warning that nothing is kept without a keychain; null where everything is kept. */
function useWarning(): string | null {
  const keychain = useKeychain()
  const isKept = useConnection().kind !== 'tenant' || keychain?.kind !== 'session'
  return isKept ? null : (keychain.notice ?? 'The keychain is unavailable: nothing is kept when Steward closes.')
}

/** Says above the screens that nothing is kept without a keychain, until the user has read it. */
export function KeychainWarning() {
  const warning = useWarning()
  const isRead = useWarningRead()
  if (warning === null || isRead) return null
  return (
    <section className={`row ${classes.banner}`} aria-label="Keychain">
      <span role="status">{warning}</span>
      <button type="button" className={classes.read} onClick={() => useWarningRead.setState(true, true)}>
        Got it
      </button>
    </section>
  )
}

/** The warning once it was read: one line in the sidebar, which shows it again. */
export function KeychainReminder() {
  const warning = useWarning()
  const isRead = useWarningRead()
  if (warning === null || !isRead) return null
  return (
    <button
      type="button"
      className={`line plain-button ${classes.reminder}`}
      title={warning}
      onClick={() => useWarningRead.setState(false, true)}
    >
      <IconKeyOff size={14} stroke={1.75} aria-hidden="true" /> Kept in memory only
    </button>
  )
}
