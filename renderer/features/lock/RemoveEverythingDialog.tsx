import { Checkbox, TextInput } from '@mantine/core'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { removalWords } from '../../../shared/domain/lock.ts'
import type { LocalDataSummary } from '../../../shared/ipc/lock.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ErrorState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { isLossy, leftWords } from './left-words.ts'
import { useLock } from './lock-state.ts'
import classes from './removal.module.css'

function Others({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <li>
      {count === 1 ? 'A connection removed earlier' : `${count} connections removed earlier`}: what was kept of{' '}
      {count === 1 ? 'it' : 'them'}
    </li>
  )
}

/** The data that would be lost on removal, by connection. */
function WhatGoes({ here }: { here: UseQueryResult<LocalDataSummary, Error> }) {
  if (here.error && here.data === undefined)
    return <ErrorState error={here.error} onRetry={() => void here.refetch()} />
  return (
    <>
      <p>
        Sign-ins, client secrets, keys, offline copies, files, drafts, observed history, settings and logs are deleted
        from this computer, and Steward closes. Nothing changes in the service. Files that you exported or saved
        elsewhere are kept.
      </p>
      {here.data === undefined ? (
        <p role="status">Counting what exists only here…</p>
      ) : (
        <ul className={classes.here} aria-label="Only on this computer">
          {here.data.connections.map((left, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: connections have no other key while Steward is locked
            <li key={index}>
              {left.name === null ? `Connection ${index + 1}` : <RecordText>{left.name}</RecordText>}: {leftWords(left)}
            </li>
          ))}
          <Others count={here.data.others} />
          {here.data.connections.length + here.data.others === 0 ? <li>No connections on this computer</li> : null}
        </ul>
      )}
    </>
  )
}

/** Asks the user to type a confirmation before everything is removed from this computer; unsent changes need a separate one. */
export function RemoveEverythingDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const here = useQuery({ ...api.lock.localData.queryOptions({ input: {} }), staleTime: 0 })
  const [typed, setTyped] = useState('')
  const [dropped, setDropped] = useState(false)
  const remove = useMutation({
    ...api.lock.removeEverything.mutationOptions({ meta: { shown: true } }),
    onSuccess: ({ secrets_gone: gone }) => useLock.setState({ secretsLeft: !gone }),
  })
  const lossy = here.data !== undefined && isLossy(here.data)
  const ready = here.data !== undefined && typed.trim() === removalWords && (!lossy || dropped)
  return (
    <FormDialog
      title="Remove everything from this computer?"
      size={520}
      onClose={onClose}
      cancel={{ label: 'Keep everything' }}
      error={remove.error}
      confirm={{
        label: 'Remove everything',
        isDangerous: true,
        isDisabled: !ready,
        isPending: remove.isPending,
        onConfirm: () => remove.mutate({ typed, ...(lossy ? { unsent: 'drop' } : {}) }),
      }}
    >
      <WhatGoes here={here} />
      {lossy ? (
        <Checkbox
          checked={dropped}
          onChange={(event) => setDropped(event.currentTarget.checked)}
          label="Data that is not in the service may be lost permanently"
        />
      ) : null}
      <TextInput
        label="Type these words to confirm"
        description={removalWords}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
