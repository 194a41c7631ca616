import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ProgramsState } from '../../shared/ipc/programs.ts'
import { useApi } from '../lib/api.ts'
import { usePresenting } from '../lib/presenting.ts'
import { levelWords } from '../lib/program-words.ts'
import classes from './presenting.module.css'
import sidebarClasses from './sidebar.module.css'

/** The state of other programs; nothing while presenting, when none is answered. */
function usePrograms() {
  const isPresenting = usePresenting() !== null
  // Events do not reach a locked page, so it is read again when the frame returns.
  const query = useQuery({
    ...useApi().programs.state.queryOptions({ input: {} }),
    enabled: !isPresenting,
    refetchOnMount: 'always',
  })
  return isPresenting ? undefined : query.data
}

/** Above every screen: asks whether a program may read, and says what it would get. */
export function ProgramQuestion() {
  const state = usePrograms()
  const [program] = state?.asking ?? []
  if (state === undefined || program === undefined) return null
  return <Question key={program.id} program={program} levels={state.in_force} />
}

/** How long a question is shown before it can be answered, in ms: the second of two clicks would answer that of the next program. */
const unansweredMs = 700

function Question({
  program: { id, name, started_by: startedBy },
  levels,
}: {
  program: ProgramsState['asking'][number]
  levels: ProgramsState['in_force']
}) {
  const answer = useMutation(useApi().programs.answer.mutationOptions({}))
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), unansweredMs)
    return () => clearTimeout(timer)
  }, [])
  const isDisabled = answer.isPending || !isShown
  return (
    <section className={`row anywhere ${classes.bar}`} role="alert" aria-label="Another program asks to read">
      <IconPlugConnected size={14} stroke={1.75} aria-hidden="true" />
      <span className={classes.words}>
        A program that calls itself <b>{name}</b> asks to read your firm’s records on this computer.{' '}
        {startedBy === null ? 'This system does not say what started it.' : `It was started by ${startedBy}.`} It gets:{' '}
        {levelWords(levels)}.{' '}
        <Link to="/settings" hash="programs">
          Settings
        </Link>
      </span>
      <button type="button" disabled={isDisabled} onClick={() => answer.mutate({ id, allow: false })}>
        Don’t allow
      </button>
      <button type="button" disabled={isDisabled} onClick={() => answer.mutate({ id, allow: true })}>
        Allow
      </button>
    </section>
  )
}

/** A mark in the sidebar while a program reads, and some seconds longer. */
export function ProgramMark() {
  const attached = usePrograms()?.attached ?? []
  if (attached.length === 0) return null
  const words = `Read by ${attached.join(', ')}`
  return (
    <Link to="/settings" hash="programs" className={`line ${sidebarClasses.newer}`} title={words}>
      <IconPlugConnected size={16} stroke={1.75} aria-hidden="true" />
      <span className={`line ${sidebarClasses.label}`}>{words}</span>
    </Link>
  )
}
