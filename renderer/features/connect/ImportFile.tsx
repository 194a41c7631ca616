import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionInput } from '../../../shared/ipc/connections.ts'
import classes from './connect.module.css'
import { importDescription } from './import-description.ts'

const mostBytes = 256 * 1024

type Outcome = { is: 'none' } | { is: 'failed'; problem: string } | { is: 'taken'; notes: string[] }

/** Fills the form from a JSON description of a connection. */
export function ImportFile({ onImport }: { onImport: (values: ConnectionInput) => void }) {
  const [outcome, setOutcome] = useState<Outcome>({ is: 'none' })
  const choose = useRef<HTMLButtonElement>(null)
  const wanted = useRouterState({ select: (state) => state.location.hash === 'file' })
  useEffect(() => {
    if (wanted) choose.current?.focus()
  }, [wanted])
  const read = async (file: File | null) => {
    if (!file) return
    if (file.size > mostBytes)
      return setOutcome({
        is: 'failed',
        problem: 'This file is larger than 256 KB, so it is not a connection description.',
      })
    const imported = importDescription(await file.text())
    if ('problem' in imported) return setOutcome({ is: 'failed', problem: imported.problem })
    onImport(imported.values)
    setOutcome({ is: 'taken', notes: imported.notes })
  }
  return (
    <div className={classes.import}>
      <FileButton
        accept=".json,application/json"
        onChange={(file) => void read(file)}
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
      <output className={outcome.is === 'failed' ? classes.problem : classes.lead}>
        {outcome.is === 'failed' ? outcome.problem : null}
        {outcome.is === 'taken' ? ['Filled in. Review it, then save.', ...outcome.notes].join(' ') : null}
        {outcome.is === 'none' ? 'If your firm gave you a JSON description of the connection.' : null}
      </output>
    </div>
  )
}
