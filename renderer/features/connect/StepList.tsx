import { type ConnectStep, connectSteps } from '../../../shared/ipc/connections.ts'
import classes from './connect.module.css'

export const stepNames: Readonly<Record<ConnectStep, string>> = {
  address: 'Addresses',
  client: 'Client',
  redirect: 'Sign-in',
}

/** The three steps, and which one is on screen. */
export function StepList({ step }: { step: ConnectStep }) {
  const at = connectSteps.indexOf(step)
  return (
    <>
      <ol className={classes.steps}>
        {connectSteps.map((one, index) => (
          <li
            key={one}
            data-place={index < at ? 'past' : index === at ? 'now' : 'ahead'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.number}>{index + 1}</span>
            {stepNames[one]}
          </li>
        ))}
      </ol>
      <output className="visually-hidden">
        Step {at + 1} of {connectSteps.length}: {stepNames[step]}
      </output>
    </>
  )
}
