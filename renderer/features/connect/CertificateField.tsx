import { Button, Input } from '@mantine/core'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import type { CertificateFacts, ConnectionInput } from '../../../shared/ipc/connections.ts'
import { FileChoice, notReadable } from '../../components/FileChoice.tsx'
import classes from './connect.module.css'

const mostBytes = 100_000

function Facts({ certificates }: { certificates: readonly CertificateFacts[] }) {
  return (
    <ul className={classes.certificates} aria-label="Certificates in use">
      {certificates.map(({ subject, issuer, valid_to, fingerprint }) => (
        <li key={fingerprint}>
          {subject}
          {issuer === subject ? '' : `, issued by ${issuer}`}, valid until {formatCalendarDate(valid_to)}, SHA-256{' '}
          {fingerprint}
        </li>
      ))}
    </ul>
  )
}

/**
 * Adds a certificate authority from a file. The main process validates its content.
 *
 * @param inUse - the certificates of a saved connection; its form begins with the text {@link certificateInUse}
 */
export function CertificateField({ inUse = [] }: { inUse?: readonly CertificateFacts[] }) {
  const { setValue, setError, clearErrors, control, formState } = useFormContext<ConnectionInput>()
  const text = useWatch({ control, name: 'ca_certificate' })
  const isInUse = text === certificateInUse
  const problem = formState.errors.ca_certificate?.message
  const id = useId()
  const change = (value: string) => {
    clearErrors('ca_certificate')
    setValue('ca_certificate', value, { shouldDirty: true })
  }
  const read = async (file: File) => {
    if (file.size > mostBytes)
      return setError('ca_certificate', {
        message: 'This file is larger than 100 KB. Provide only the one certificate needed.',
      })
    const text = await file.text().catch(() => null)
    if (text === null) setError('ca_certificate', { message: notReadable })
    else change(text)
  }
  return (
    <Input.Wrapper
      label="Certificate authority"
      description="A PEM file, needed only if your firm runs its own certificate authority."
      error={problem}
      errorProps={{ id }}
    >
      <div className={`row ${classes.certificate}`}>
        <FileChoice
          label="Certificate file"
          accept=".pem,.crt,.cer"
          onFile={(file) => void read(file)}
          aria-describedby={problem ? id : undefined}
          data-invalid={problem ? true : undefined}
        >
          {text === '' ? 'Choose a file…' : 'Choose another…'}
        </FileChoice>
        {text === '' ? null : (
          <Button variant="subtle" onClick={() => change('')}>
            Remove
          </Button>
        )}
        <span className="quiet">
          {text === '' ? 'The system’s certificates are used.' : null}
          {isInUse ? 'This one is in use:' : null}
          {text !== '' && !isInUse ? 'A certificate is selected.' : null}
        </span>
      </div>
      {isInUse ? <Facts certificates={inUse} /> : null}
    </Input.Wrapper>
  )
}

/** The form's value for the certificate of a saved connection, which is not sent to the page. */
export const certificateInUse = 'in use'
