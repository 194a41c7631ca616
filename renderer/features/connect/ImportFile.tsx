import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ConnectionInput } from '../../../shared/ipc/connections.ts'
import classes from './connect.module.css'
import { useImport } from './use-import.ts'

/** Fills the form from a JSON description of a connection. */
export function ImportFile({ onImport }: { onImport: (values: ConnectionInput) => void }) {
  const { outcome, takeFile } = useImport(onImport)
  const choose = useRef<HTMLButtonElement>(null)
  const wanted = useRouterState({ select: (state) => state.location.hash === 'file' })
  useEffect(() => {
    if (wanted) choose.current?.focus()
  }, [wanted])
  return (
    <div className={classes.import}>
      <FileButton
        accept=".json,application/json"
        onChange={(file) => void takeFile(file)}
        inputProps={{ 'aria-label': 'Connection description' }}
      >
        {(props) => (
          <Button
            {...props}
            ref={choose}
            variant="default"
            leftSection={<IconFileImport size={14} stroke={1.75} aria-hidden="true" />}
          >
            Fill in from a file…
          </Button>
        )}
      </FileButton>
      <output className={outcome.is === 'failed' ? 'negative' : 'quiet'}>
        {outcome.is === 'failed' ? outcome.problem : null}
        {outcome.is === 'taken'
          ? ['All steps are filled in. Review and check each.', ...outcome.notes].join(' ')
          : null}
        {outcome.is === 'none'
          ? 'If your firm gave you a connection file: choose it, drop it here, or paste its text.'
          : null}
      </output>
    </div>
  )
}
