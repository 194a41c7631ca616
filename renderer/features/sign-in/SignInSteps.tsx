import { Button, Loader } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import type { ConnectionSummary, SignInProgress } from '../../../shared/ipc/connections.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import classes from './sign-in.module.css'

type Step = SignInProgress['step']

const steps: readonly { step: Step; name: string; personal?: true }[] = [
  { step: 'preparing', name: 'Getting ready' },
  { step: 'waiting-for-browser', name: 'Waiting for you to sign in with the browser', personal: true },
  { step: 'exchanging-code', name: 'Confirming with the sign-in server' },
  { step: 'opening-cache', name: 'Opening the offline copy' },
  { step: 'done', name: 'Signed in' },
]

function Mark({ place }: { place: 'past' | 'now' | 'ahead' }) {
  if (place === 'past') return <IconCheck size={16} stroke={2} aria-hidden="true" />
  if (place === 'now') return <Loader size={14} aria-hidden="true" />
  return <IconPoint size={16} stroke={1.75} aria-hidden="true" />
}

type Props = { flow: ConnectionSummary['flow']; progress: SignInProgress; onCancel: () => void }

/** If no browser could be opened, the user can copy the address into a browser on this computer. */
function CopyAddress({ address }: { address: string }) {
  return (
    <div role="alert" className={classes.copy}>
      <p>No browser could be opened. Copy this address into a browser on this computer; it works once.</p>
      <p>
        <code>{address}</code> <CopyButton text={address} label="Copy the sign-in address" />
      </p>
    </div>
  )
}

/** The progress of a sign-in. */
export function SignInSteps({ flow, progress: { step, address }, onCancel }: Props) {
  const shown = steps.filter(({ personal }) => !personal || flow === 'authorization_code')
  const at = shown.findIndex((candidate) => candidate.step === step)
  return (
    <>
      <ol className={classes.steps}>
        {shown.map((one, index) => {
          const place = index < at || step === 'done' ? 'past' : index === at ? 'now' : 'ahead'
          return (
            <li key={one.step} data-place={place} aria-current={place === 'now' ? 'step' : undefined}>
              <Mark place={place} />
              {one.name}
            </li>
          )
        })}
      </ol>
      {address === undefined ? null : <CopyAddress address={address} />}
      <output className="visually-hidden">{shown[at]?.name}</output>
      {step === 'done' ? null : (
        <Button size="sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </>
  )
}
