import type { UseQueryResult } from '@tanstack/react-query'
import type { LocalDataSummary } from '../../../shared/ipc/custody.ts'
import { ErrorState } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { presentError } from '../../lib/present-error.ts'
import { leftWords } from './left-words.ts'
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
export function WhatGoes({ here }: { here: UseQueryResult<LocalDataSummary, Error> }) {
  if (here.error && here.data === undefined)
    return <ErrorState error={presentError(here.error)} onRetry={() => void here.refetch()} />
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
