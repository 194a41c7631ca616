import { Button, FileButton, Input } from '@mantine/core'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ConnectionInput } from '../../../shared/ipc/connections.ts'
import classes from './connect.module.css'

const mostBytes = 100_000

/** Adds a certificate authority from a file. The main process validates its content. */
export function CertificateField() {
  const { setValue, setError, clearErrors, control, formState } = useFormContext<ConnectionInput>()
  const present = useWatch({ control, name: 'ca_certificate' }) !== ''
  const read = async (file: File | null) => {
    if (!file) return
    if (file.size > mostBytes)
      return setError('ca_certificate', {
        message: 'This file is larger than 100 KB. Provide only the one certificate needed.',
      })
    clearErrors('ca_certificate')
    setValue('ca_certificate', await file.text(), { shouldDirty: true })
  }
  return (
    <Input.Wrapper
      label="Certificate authority"
      description="A PEM file, needed only if your firm runs its own certificate authority."
      error={formState.errors.ca_certificate?.message}
    >
      <div className={classes.certificate}>
        <FileButton
          accept=".pem,.crt,.cer"
          onChange={(file) => void read(file)}
          inputProps={{ 'aria-label': 'Certificate file' }}
        >
          {(props) => (
            <Button {...props} variant="default">
              {present ? 'Choose another…' : 'Choose a file…'}
            </Button>
          )}
        </FileButton>
        {present ? (
          <Button variant="subtle" onClick={() => setValue('ca_certificate', '')}>
            Remove
          </Button>
        ) : null}
        <span className={classes.lead}>
          {present ? 'A certificate is selected.' : 'The system’s certificates are used.'}
        </span>
      </div>
    </Input.Wrapper>
  )
}
