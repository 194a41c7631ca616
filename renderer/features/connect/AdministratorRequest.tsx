import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type ConnectionInput, emptyConnection } from '../../../shared/ipc/connections.ts'
import { copyText, notCopied } from '../../lib/copy-text.ts'
import { administratorRequest } from './administrator-request.ts'
import classes from './connect.module.css'

/** A page for the firm's administrator, to be copied as plain text. */
export function AdministratorRequest() {
  const { control } = useFormContext<ConnectionInput>()
  const [said, setSaid] = useState<{ of: string; words: string } | null>(null)
  const values = useWatch({ control })
  const text = administratorRequest({ ...emptyConnection, ...values })
  const copy = async () => {
    setSaid({ of: text, words: (await copyText(text)) ? 'Copied.' : notCopied })
  }
  return (
    <details className={classes.request}>
      <summary>What to ask your firm’s administrator for</summary>
      <pre>{text}</pre>
      <div className={`row ${classes.actions}`}>
        <Button
          variant="default"
          leftSection={<IconCopy size={14} stroke={1.75} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copy as text
        </Button>
        <output className="quiet">{said?.of === text ? said.words : ''}</output>
      </div>
    </details>
  )
}
