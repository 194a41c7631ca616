import { Button, Loader } from '@mantine/core'
import { IconCheck, IconPoint, IconX } from '@tabler/icons-react'
import type { CheckPart, CheckProgress } from '../../../shared/ipc/connections.ts'
import classes from './connect.module.css'
import type { CheckState } from './use-check.ts'

const names: Readonly<Record<CheckPart, string>> = {
  'service-address': 'The service answers, and its certificate is trusted',
  'sign-in-address': 'The sign-in server answers, and its certificate is trusted',
  client: 'The sign-in server knows the client',
  'redirect-port': 'The port of the redirect address is free',
  'redirect-address': 'The sign-in server allows the redirect address',
}

type Result = CheckProgress['state'] | 'failed'

function Mark({ result }: { result: Result }) {
  if (result === 'running') return <Loader size={14} aria-hidden="true" />
  if (result === 'passed') return <IconCheck size={16} stroke={2} aria-hidden="true" />
  if (result === 'failed') return <IconX size={16} stroke={2} aria-hidden="true" />
  return <IconPoint size={16} stroke={1.75} aria-hidden="true" />
}

const words: Readonly<Record<Result, string>> = {
  running: 'checking…',
  passed: 'yes',
  failed: 'no',
  unproven: 'not known; signing in will show it',
}

/** A part that was running when the check failed is the one that failed. */
const resultOf = (state: CheckProgress['state'], failed: boolean): Result =>
  failed && state === 'running' ? 'failed' : state

/** The parts of a check with their results, and a button to cancel it. */
export function CheckList({ state, onCancel }: { state: CheckState; onCancel: () => void }) {
  if (state.is === 'idle') return null
  const parts = [...state.parts]
  return (
    <div className={`column ${classes.check}`}>
      <ul aria-label="Checks">
        {parts.map(([part, now]) => {
          const result = resultOf(now, state.is === 'failed')
          return (
            <li key={part} data-result={result}>
              <Mark result={result} />
              <span>
                {names[part]}: {words[result]}
              </span>
            </li>
          )
        })}
      </ul>
      <output className="visually-hidden">{state.is === 'running' ? 'Checking' : ''}</output>
      {state.is === 'running' ? (
        <Button variant="default" onClick={onCancel}>
          Cancel the check
        </Button>
      ) : null}
    </div>
  )
}
