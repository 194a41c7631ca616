import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { type CommandId, commands } from '../../shared/domain/commands.ts'
import { applyLockState, useLock } from '../features/lock/lock-state.ts'
import { chordOf, keysOf, onMac } from '../lib/commands/keys.ts'
import { useCommand } from '../lib/commands/use-command.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { type AppDeps, dropReadable } from './drop-readable.ts'
import { LinkLost, useLink } from './LinkLost.tsx'
import classes from './link-lost.module.css'
import { reportActivity } from './report-activity.ts'

const titles = { removing: 'Removing everything…', removed: 'Everything was removed' } as const

/** In the place of the lock screen while its code is being loaded, or if it could not be loaded. Shows nothing of any client. */
type CoverProps = { retry: (() => void) | null; failure: 'loaded' | 'shown' | null }

function LockCover({ retry, failure }: CoverProps) {
  const locked = useLock(({ state }) => state?.locked)
  return (
    <main id="main" className={classes.page}>
      <h1>{locked === 'removing' || locked === 'removed' ? titles[locked] : 'Steward is locked'}</h1>
      {failure ? (
        <>
          <p role="alert" className="below">
            The lock screen could not be {failure}.
          </p>
          <Button loading={retry === null} onClick={() => retry?.()}>
            Try again
          </Button>
        </>
      ) : null}
    </main>
  )
}

const LockScreen = lazyPart(async () => (await import('../features/lock/LockScreen.tsx')).LockScreen, {
  before: () => <LockCover retry={null} failure={null} />,
  failed: (retry, isLoaded) => <LockCover retry={retry} failure={isLoaded ? 'shown' : 'loaded'} />,
  isAlone: true,
})

/** Runs a command by its keys, even while a dialog is open; null while it is not available. */
export function useKeysEverywhere(command: CommandId, run: (() => void) | null): void {
  const isOn = run !== null
  const onKeys = useEffectEvent(() => run?.())
  useEffect(() => {
    if (!isOn) return
    const keys = keysOf(commands[command], onMac())
    const listener = (event: KeyboardEvent) => {
      if (event.repeat || chordOf(event, onMac()) !== keys) return
      event.preventDefault()
      event.stopPropagation()
      onKeys()
    }
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [command, isOn])
}

/** Locks Steward by its command and by its keys, even while a dialog is open. */
function useLocking({ client }: AppDeps, isOpen: boolean): void {
  const lock = isOpen ? () => void client.lock.lock({}).then(applyLockState, () => {}) : null
  useCommand('steward.lock', lock)
  useKeysEverywhere('steward.lock', lock)
}

/** Reports user activity in the browser shell. On the desktop the operating system reports idle time. */
function useActivity({ client }: AppDeps, isWatched: boolean): void {
  useEffect(() => {
    if (isWatched) return reportActivity(() => void client.lock.active({}).catch(() => {}))
  }, [client, isWatched])
}

const lookEveryMs = 5_000

/** Calls `onIdle` once there was no input for these minutes, or the clock was set back, which must not extend them. */
function whenIdle(minutes: number, onIdle: () => void): () => void {
  let last = Date.now()
  const stop = reportActivity(() => {
    last = Date.now()
  })
  const timer = setInterval(() => {
    const idleMs = Date.now() - last
    if (idleMs >= minutes * 60_000 || idleMs < 0) onIdle()
  }, lookEveryMs)
  return () => {
    stop()
    clearInterval(timer)
  }
}

/**
 * Whether the page shows nothing because the main process, which would lock it, is gone: at once if a passphrase is set, otherwise
 * after the idle time. When it answers again, the page first asks whether it is locked.
 */
function useBlank({ client }: AppDeps): boolean {
  const isLost = useLink(({ state }) => state !== 'ready')
  const hasPassphrase = useLock(({ state }) => state?.has_passphrase ?? false)
  const idleMinutes = useLock(({ state }) => state?.idle_minutes ?? 0)
  const [isBlank, setBlank] = useState(false)
  useEffect(() => {
    if (isLost) {
      if (hasPassphrase) setBlank(true)
      return hasPassphrase || idleMinutes === 0 ? undefined : whenIdle(idleMinutes, () => setBlank(true))
    }
    if (!isBlank) return
    let isCurrent = true
    client.lock.state({}).then(
      (state) => {
        if (!isCurrent) return
        applyLockState(state)
        setBlank(false)
      },
      // The connection was lost again, which is heard of as well.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [client, isLost, hasPassphrase, idleMinutes, isBlank])
  return isBlank || (isLost && hasPassphrase)
}

/** Shows the app while Steward is unlocked and answers, and only the lock screen while it is locked. */
export function LockGate({ deps, children }: { deps: AppDeps; children: ReactNode }) {
  const locked = useLock(({ state }) => state?.locked ?? null)
  const isBlank = useBlank(deps)
  const isReadable = locked === null && !isBlank
  useEffect(() => {
    if (!isReadable) void dropReadable(deps)
  }, [isReadable, deps])
  useLocking(deps, isReadable)
  useEffect(() => {
    // The title of the screen before may name a client.
    if (locked !== null) document.title = 'Steward'
  }, [locked])
  // Use is reported even without an idle time: scans are read only while the computer is not used.
  useActivity(deps, isReadable && location.protocol !== 'app:')
  if (isBlank) return <LinkLost />
  return locked === null ? children : <LockScreen />
}
