import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import classes from './lock.module.css'
import { RemoveEverythingDialog } from './RemoveEverythingDialog.tsx'

/** Explains what to do if the passphrase is forgotten. */
export function ForgottenPassphrase() {
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
