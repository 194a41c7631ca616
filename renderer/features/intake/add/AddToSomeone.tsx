import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { ReasonedButton } from '../../../components/forms/ReasonedButton.tsx'
import { useCommand } from '../../../lib/commands/use-command.ts'
import { useReadOnlyReason } from '../../../lib/policy.ts'

const ChooseHousehold = lazy(() => import('./ChooseHousehold.tsx').then((file) => ({ default: file.ChooseHousehold })))

/** Adds documents where no household is on screen: asks for the household first. */
export function AddToSomeone() {
  const reason = useReadOnlyReason()
  const [asking, { open, close }] = useDisclosure(false)
  useCommand('documents.add', reason === null ? open : null)
  return (
    <>
      <ReasonedButton reason={reason} onClick={open}>
        Add documents…
      </ReasonedButton>
      {asking ? (
        <Suspense>
          <ChooseHousehold onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}
