import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { EmptyState, ErrorState, PageSkeleton } from '../../components/States.tsx'
import { Quiet } from '../../components/Values.tsx'
import { presentFailure } from '../../lib/present-error.ts'
import classes from './about.module.css'
import { findLicences, type Licence, readLicences } from './licences.ts'

/** Licences rendered at first, and added by each “more”. */
const pageSize = 50

async function fetchLicences(): Promise<Licence[]> {
  const answer = await fetch('/third-party-licences.txt')
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  return readLicences(await answer.text())
}

const missing = presentFailure({
  code: 'internal/unexpected',
  message: 'The list of licenses is missing.',
  nextStep: 'Install Steward again; the list is part of it.',
})

function Item({ licence: { name, kind, author, text } }: { licence: Licence }) {
  const [opened, setOpened] = useState(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary>
          <bdi>{name}</bdi> <Quiet>{kind}</Quiet>
        </summary>
        {author === '' ? null : (
          <p className={classes.author}>
            By <bdi>{author}</bdi>
          </p>
        )}
        {opened ? (
          <pre className={`as-typed code ${classes.text}`}>{text === '' ? `Licensed under ${kind}.` : text}</pre>
        ) : null}
      </details>
    </li>
  )
}

function Licences({ all }: { all: readonly Licence[] }) {
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(pageSize)
  const found = findLicences(all, useDeferredValue(typed))
  return (
    <>
      <TextInput
        label="Find"
        description="A package, an author, a license, or words from its text."
        type="search"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setShown(pageSize)
        }}
      />
      <p role="status" className={classes.count}>
        {found.length === all.length
          ? `${formatCount(all.length)} packages`
          : `${formatCount(found.length)} of ${formatCount(all.length)} packages`}
      </p>
      {found.length === 0 ? <EmptyState title="No matching packages" hint="Try fewer words, or another name." /> : null}
      <ul className={classes.licences} aria-label="Packages">
        {found.slice(0, shown).map((licence) => (
          <Item key={licence.name} licence={licence} />
        ))}
      </ul>
      {found.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + pageSize)}>
          Show {formatCount(Math.min(pageSize, found.length - shown))} more
        </Button>
      ) : null}
    </>
  )
}

/** The third-party software in Steward, each with its licence. Works without a network. */
export function LicencesPage() {
  const query = useQuery({ queryKey: ['licences'], queryFn: fetchLicences })
  useEffect(() => {
    document.title = 'Licenses – Steward'
  }, [])
  return (
    <main id="main" tabIndex={-1} className={`scroll ${classes.page}`}>
      <div className={`column ${classes.inner}`}>
        <Link to="/settings" hash="about">
          Settings
        </Link>
        <h1>Third-party licenses</h1>
        <p className="quiet">
          Steward contains third-party software under the licenses below. The licenses of Electron and Chromium are
          beside the program.
        </p>
        {query.isPending ? <PageSkeleton label="Loading the licenses" /> : null}
        {query.isError ? <ErrorState error={missing} onRetry={() => void query.refetch()} /> : null}
        {query.data ? <Licences all={query.data} /> : null}
      </div>
    </main>
  )
}
