import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatBytes } from '../../../../../shared/domain/bytes.ts'
import { formatCount } from '../../../../../shared/domain/counts.ts'
import { kindOfFile } from '../../../../../shared/domain/file-kinds.ts'
import type { MailAttachment } from '../../../../../shared/files/outlook-mail.ts'
import { EmptyState, ErrorState } from '../../../../components/States.tsx'
import { Moment } from '../../../../components/Values.tsx'
import type { FileSource } from '../file-source.ts'
import classes from '../preview.module.css'
import { TextLinesView } from '../TextView.tsx'
import { maxTextBytes, useTextFile } from '../use-text-file.ts'
import { Waiting } from '../Waiting.tsx'
import type { Mail, MailFile } from './read-mail.ts'

const known = (mediaType: string | null) => (mediaType === null ? '' : `${kindOfFile(mediaType)}, `)

function Attachments({ attachments }: { attachments: readonly MailAttachment[] }) {
  return (
    <ul>
      {attachments.map(({ name, mediaType, size }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two attachments may have the same name
        <li key={at}>
          <bdi>{name === '' ? 'Without a name' : name}</bdi>{' '}
          <span className="tabular">
            ({known(mediaType)}
            {formatBytes(size)})
          </span>
        </li>
      ))}
    </ul>
  )
}

function Field({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Head({ mail }: { mail: Mail }) {
  const { subject, from, to, cc, date, isDated, attachments } = mail
  return (
    <dl className={classes.mailHead}>
      <Field name="Subject">
        <bdi>{subject === '' ? 'No subject' : subject}</bdi>
      </Field>
      <Field name="From">
        <bdi>{from === '' ? 'Not stated' : from}</bdi>
      </Field>
      {to === '' ? null : (
        <Field name="To">
          <bdi>{to}</bdi>
        </Field>
      )}
      {cc === '' ? null : (
        <Field name="Cc">
          <bdi>{cc}</bdi>
        </Field>
      )}
      <Field name="Date">{isDated ? <Moment at={date} /> : date === '' ? 'Not stated' : date}</Field>
      {attachments.length === 0 ? null : (
        <Field name={attachments.length === 1 ? 'Attachment' : 'Attachments'}>
          <Attachments attachments={attachments} />
        </Field>
      )}
    </dl>
  )
}

/** Names the parts of a mail that are not shown, and how to see them. */
function noteOf({ isFormatted, attachments }: Mail, size: number): string | null {
  if (size > maxTextBytes) return `Only the first ${formatBytes(maxTextBytes)} of ${formatBytes(size)} were read.`
  const next = 'For those, save a copy and open it in a mail program.'
  if (isFormatted)
    return `Shown as text, without formatting${attachments.length > 0 ? ', pictures and attachments' : ' and pictures'}. ${next}`
  return attachments.length > 0 ? `Shown without its attachments. ${next}` : null
}

function Mails({ file, source }: { file: MailFile; source: FileSource }) {
  const [at, setAt] = useState(0)
  const mail = file.mails[at]
  const count = file.mails.length
  if (mail === undefined) return null
  const note = noteOf(mail, source.size)
  return (
    <div className={classes.view}>
      {count > 1 || note !== null ? (
        <div className={`line ${classes.bar}`}>
          {count > 1 ? (
            <>
              <Button size="compact-xs" variant="default" disabled={at === 0} onClick={() => setAt(at - 1)}>
                Previous
              </Button>
              <span className="tabular">
                E-mail {formatCount(at + 1)} of {formatCount(count)}
                {file.more ? ` (only the first ${formatCount(file.mails.length)} are shown)` : ''}
              </span>
              <Button size="compact-xs" variant="default" disabled={at === count - 1} onClick={() => setAt(at + 1)}>
                Next
              </Button>
            </>
          ) : null}
          {note === null ? null : <span>{note}</span>}
        </div>
      ) : null}
      <Head mail={mail} />
      {mail.lines.text === '' ? (
        <EmptyState
          title="This e-mail has no text"
          hint="Save a copy, and open it in a mail program to see all of it."
        />
      ) : (
        <TextLinesView key={at} lines={mail.lines} name={source.name} />
      )}
    </div>
  )
}

/** Mail as text: subject, sender, date, the names of its attachments, and its text. */
export function MailView({ source, retry }: { source: FileSource; retry: () => void }) {
  const file = useTextFile(source, 'mail')
  if (file.step === 'reading') return <Waiting />
  if (file.step === 'failed') return <ErrorState error={file.error} onRetry={retry} />
  if (file.step === 'given-up')
    return (
      <EmptyState
        title="This e-mail cannot be read"
        hint="Save a copy, and open it in Outlook or another mail program."
      />
    )
  return <Mails file={file.content} source={source} />
}
