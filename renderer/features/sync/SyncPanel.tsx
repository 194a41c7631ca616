import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatAgo } from '../../../shared/domain/dates.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ResourceProgress, SyncStatus } from '../../../shared/ipc/sync.ts'
import { copyState, lastComplete, useSyncStatus } from '../../components/sync-state.tsx'
import { Ago } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { presentFailure } from '../../lib/present-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { useAllPaused, useKnownCounts } from '../outbox/public.ts'
import { heldWords, refusedWords } from './refused-words.ts'
import classes from './sync.module.css'

/** The requests that the service refused, for each list, and the pause that it requested. */
function Refused({ status }: { status: SyncStatus }) {
  const refused = status.resources.filter((one: ResourceProgress) => one.refused.length > 0)
  const isWaiting = status.restingUntil !== null && status.state === 'running'
  return (
    <>
      {isWaiting ? (
        <p className={classes.checked}>The service asked Steward to slow down. Syncing continues automatically.</p>
      ) : null}
      {status.resources
        .filter(({ held }) => held > 0)
        .map((progress) => (
          <p key={progress.resource} className={classes.problem}>
            {heldWords(progress)}
          </p>
        ))}
      {refused.map((progress) => (
        <p key={progress.resource} className={classes.problem}>
          {refusedWords(progress)}
        </p>
      ))}
    </>
  )
}

/** Takes the demo service offline or brings it back, to show how Steward behaves without it. */
export function useDemoService() {
  const api = useApi()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: api.connections.list.key() })
  return useMutation(api.connections.setDemoService.mutationOptions({ onSettled }))
}

/** Ends what the menu of the firm began, where the user sees that the copy is offline. */
function BringDemoBack() {
  const { mutate, isPending } = useDemoService()
  return (
    <Button
      variant="default"
      size="compact-xs"
      fullWidth
      mt={8}
      loading={isPending}
      onClick={() => mutate({ running: true })}
    >
      Bring it back online
    </Button>
  )
}

const stateNames = {
  waiting: 'waiting',
  running: '',
  complete: 'done',
  incomplete: 'incomplete',
  cancelled: 'stopped',
  failed: 'failed',
} as const

const count = (value: number) => formatCount(value)

function Line({ progress }: { progress: ResourceProgress }) {
  const { resource, state, received, expected } = progress
  const name = resourceNames[resource].many
  const share = state === 'complete' ? 1 : expected ? Math.min(1, received / expected) : 0
  return (
    <li className={classes.line}>
      <span>{name}</span>
      <span className="tabular">
        {state === 'waiting' ? stateNames.waiting : count(received)}
        {state !== 'waiting' && expected !== null ? ` / ${count(expected)}` : ''}
        {state === 'failed' || state === 'cancelled' || state === 'incomplete' ? ` ${stateNames[state]}` : ''}
      </span>
      <span
        className={classes.bar}
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </li>
  )
}

/** The counts of each resource while a check runs. */
function SyncProgress({ resources }: { resources: readonly ResourceProgress[] }) {
  return (
    <ul className={classes.lines}>
      {resources.map((progress) => (
        <Line key={progress.resource} progress={progress} />
      ))}
    </ul>
  )
}

/** Errors that only a new sign-in can resolve, or may. */
const needsSignIn = (code: string) =>
  code === 'service/unauthorized' || code === 'auth/sign-in-needed' || code === 'auth/bad-response'

function SignInAgain() {
  const connectionId = useConnection().id
  return (
    <Link to="/sign-in/$connectionId" params={{ connectionId }}>
      Sign in again
    </Link>
  )
}

function Problem({ status }: { status: SyncStatus }) {
  if (!status.problem || status.state !== 'idle') return null
  const { title, nextStep, detail, code } = presentFailure(status.problem)
  return (
    <p className={classes.problem} title={detail}>
      {title}. {nextStep} {needsSignIn(code) ? <SignInAgain /> : null}
    </p>
  )
}

function Headline({ status }: { status: SyncStatus }) {
  const open = useKnownCounts()?.open
  const copy = copyState(status, { open, paused: useAllPaused() })
  if (copy === null) return null
  if (copy === 'offline')
    return (
      <span className="inline warn">
        <IconCloudOff size={14} stroke={1.75} aria-hidden="true" /> Offline
      </span>
    )
  if (copy === 'unsent')
    return <span>{open === 1 ? '1 change' : `${formatCount(open ?? 0)} changes`} not sent yet</span>
  if (copy === 'checking') return <span>Syncing…</span>
  if (copy === 'stopping') return <span>Stopping…</span>
  if (copy === 'stopped') return <span>Stopped</span>
  if (copy === 'not-up-to-date') return <span>Not up to date</span>
  if (copy === 'not-checked-yet') return <span>Not checked yet</span>
  if (copy === 'never') return <span>Not synced yet</span>
  if (copy === 'sending-paused') return <span>Sending paused</span>
  return <span>Up to date</span>
}

/** A press that comes within this time, in ms, was meant for the button that stood here before. */
const stillMeantMs = 700

function Action({ status }: { status: SyncStatus }) {
  const api = useApi()
  const connection = useConnection()
  const queries = useQueryClient()
  const input = { connectionId: connection.id }
  const onSuccess = (next: SyncStatus) => queries.setQueryData(api.sync.status.queryKey({ input }), next)
  const start = useMutation(api.sync.start.mutationOptions({ onSuccess }))
  const cancel = useMutation(api.sync.cancel.mutationOptions({ onSuccess }))
  useCommand('sync.start', status.state === 'idle' ? () => start.mutate(input) : null)
  useCommand('sync.cancel', status.state === 'running' ? () => cancel.mutate(input) : null)
  const isIdle = status.state === 'idle'
  // A sync can begin by itself, or by the first press of a double click: the press after it must not cancel it.
  const began = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (!isIdle) began.current = performance.now()
  }, [isIdle])
  const isMeant = ({ detail }: MouseEvent) => detail === 0 || performance.now() - began.current > stillMeantMs
  if (isIdle) {
    return (
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden="true" />}
        onClick={() => start.mutate(input)}
      >
        Sync now
      </Button>
    )
  }
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      disabled={status.state === 'cancelling'}
      onClick={(press) => {
        if (isMeant(press)) cancel.mutate(input)
      }}
    >
      Cancel
    </Button>
  )
}

/** When the lists were last checked, and separately the age of the figures if the oldest is older than that. */
function Checked({ at, status }: { at: string; status: SyncStatus }) {
  const now = useNow()
  const { valuationsCheckedFrom: from, valuationsNeverChecked: never } = status
  if (from !== null && never === 0 && (from >= at || formatAgo(from, now) === formatAgo(at, now))) {
    return (
      <p className={classes.checked}>
        Last checked <Ago at={from < at ? from : at} />
      </p>
    )
  }
  return (
    <>
      <p className={classes.checked}>
        Lists checked <Ago at={at} />
      </p>
      {from === null ? null : (
        <p className={classes.checked}>
          Oldest value checked <Ago at={from} />
        </p>
      )}
      {never === 0 ? null : (
        <p className={classes.checked}>
          Values of {never === 1 ? '1 entity' : `${formatCount(never)} entities`} never checked
        </p>
      )}
    </>
  )
}

/** The state of the offline copy compared with the service, and the actions to update it. */
export function SyncPanel() {
  const status = useSyncStatus()
  const connection = useConnection()
  if (!status) return null
  const at = lastComplete(status)
  const isDemoStopped = connection.kind === 'demo' && connection.demoServiceRunning === false
  // Said before the next sync finds it out.
  const shown = isDemoStopped && status.state === 'idle' ? ({ ...status, reachable: 'offline' } as const) : status
  return (
    <section className={classes.panel} aria-label="Sync">
      <div className={`line ${classes.row}`}>
        <output className={classes.headline}>
          <Headline status={shown} />
        </output>
        <Action status={status} />
      </div>
      {status.state === 'idle' ? null : <SyncProgress resources={status.resources} />}
      {at ? <Checked at={at} status={status} /> : null}
      <Problem status={status} />
      <Refused status={status} />
      {isDemoStopped ? <BringDemoBack /> : null}
    </section>
  )
}
