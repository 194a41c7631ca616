import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TextCoverage, TextFilters } from '../../../shared/ipc/texts.ts'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { coverageWords, isAllSearched, noScanReader, scanProgress } from './coverage-words.ts'
import classes from './texts.module.css'

/** How many documents can be searched, of those that the filters let through; events keep it current. */
export function useTextCoverage(filters?: TextFilters) {
  const connectionId = useConnection().id
  const input = filters === undefined ? { connectionId } : { connectionId, filters }
  return useQuery(useApi().texts.coverage.queryOptions({ input }))
}

function PauseButton({ isPaused }: { isPaused: boolean }) {
  const connectionId = useConnection().id
  const { mutate, isPending } = useMutation(useApi().texts.setPaused.mutationOptions())
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isPending}
      onClick={() => mutate({ connectionId, paused: !isPaused })}
    >
      {isPaused ? 'Resume reading' : 'Pause reading'}
    </Button>
  )
}

/** Says how far reading the files is, and why it does not go on. */
function stateOf(coverage: TextCoverage): string | null {
  const { is_paused, is_working, problem, scan_state } = coverage
  if (scan_state === 'reading') return `Reading scans: ${scanProgress(coverage)}.`
  if (is_paused) return 'Reading is paused.'
  if (problem !== null) return problem
  if (is_working) return 'Reading…'
  if (scan_state === 'when-idle')
    return `Scans are read while you do not use the computer: ${scanProgress(coverage)} so far.`
  return scan_state === 'no-engine' ? noScanReader(coverage) : null
}

/** How much can be searched, in one line, with a link to what cannot. */
export function CoverageLine({
  link = true,
}: {
  /** False where the link would lead to the same page. */ link?: boolean
}) {
  const connectionId = useConnection().id
  const { data: coverage } = useTextCoverage()
  const forbidden = useForbidden('texts.setPaused')
  if (!coverage) return null
  const state = stateOf(coverage)
  return (
    <p className={`row ${classes.coverage}`} role="status">
      <span className="tabular">{coverageWords(coverage)}.</span>
      {!link || isAllSearched(coverage) ? null : (
        <Link to="/c/$connectionId/documents/not-searched" params={{ connectionId }}>
          What is not searched
        </Link>
      )}
      {state === null ? null : <span>{state}</span>}
      {forbidden === null && (coverage.is_working || coverage.is_paused) ? (
        <PauseButton isPaused={coverage.is_paused} />
      ) : null}
    </p>
  )
}
