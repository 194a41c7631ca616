import { Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { maxTextProblems, type TextCoverage, type TextProblem, textProblems } from '../../../shared/ipc/texts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { EmptyState } from '../../components/States.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { explanationOf, presentError } from '../../lib/present-error.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useFetch } from '../files/public.ts'
import { CoverageLine, useTextCoverage } from './Coverage.tsx'
import { problemNames } from './coverage-words.ts'
import { ScanButtons } from './ScanButtons.tsx'
import { notSearchedScreen } from './text-search.ts'
import classes from './texts.module.css'

/** What can help a group of documents. */
const helpOf: Readonly<Record<TextProblem, string>> = {
  scans:
    'Their pages are pictures. Steward reads them while the computer is not used and it is not on battery. Words of bad scans may be wrong.',
  partial: 'They are searched, but not all of their pages have text that could be read.',
  protected:
    'They need a password, so they are not searched. A PDF asks for it on its own page; save a copy of any other file, and open it in its program. To search it, ask for a copy without a password; once that has replaced the file in the service, download it again.',
  unreadable:
    'They are damaged, too large, or took too long. A damaged file may be whole in the service: download it again, or ask for another copy.',
  no_text_kind:
    'Pictures, sound and programs have no text, and documents in some formats, such as Word and Excel of 97–2003, are not read. A copy as PDF can be searched.',
  not_here:
    'Their files were never downloaded, or were removed to save space. Downloaded files are read by themselves.',
  left_out:
    'They are on this computer, but only files of pinned households are searched, as chosen in Settings. Pin a household to search its files, or choose more.',
}

type Row = ContractOutputs['texts']['problems']['rows'][number]

function Download({ id, again }: { id: string; again: boolean }) {
  const { state, start, stop } = useFetch({ kind: 'document', id })
  const forbidden = useForbidden('files.fetch')
  if (state.step === 'fetching')
    return (
      <Button size="compact-sm" variant="default" onClick={stop}>
        {formatBytes(state.received)}… Cancel
      </Button>
    )
  return (
    <>
      <ReasonedButton size="compact-sm" reason={forbidden} onClick={() => start(again)}>
        {again ? 'Download again' : 'Download'}
      </ReasonedButton>
      {state.step === 'failed' ? (
        <p role="alert" className="negative small">
          {state.error.title}. {explanationOf(state.error)}
        </p>
      ) : null}
    </>
  )
}

function ReadAgain({ id }: { id: string }) {
  const connectionId = useConnection().id
  const forbidden = useForbidden('texts.readNow')
  const { mutate, isPending, error } = useMutation(useApi().texts.readNow.mutationOptions())
  return (
    <>
      <ReasonedButton
        size="compact-sm"
        reason={forbidden}
        loading={isPending}
        onClick={() => mutate({ connectionId, document_id: id })}
      >
        Read again
      </ReasonedButton>
      {error ? (
        <p role="alert" className="negative small">
          {explanationOf(presentError(error))}
        </p>
      ) : null}
    </>
  )
}

function ProblemRow({ row: { document_id, name, household, why, scan, help }, kind }: { row: Row; kind: TextProblem }) {
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <p>
          <RecordLink resource="documents" id={document_id} name={name} />
        </p>
        <p className={classes.why}>
          <RecordLink resource="households" id={household.id} name={household.name} />
          {/* The group says it. */}
          {kind === 'not_here' ? null : ` · ${why}`}
        </p>
      </div>
      <div>
        {help === 'download' || help === 'download-again' ? (
          <Download id={document_id} again={help === 'download-again'} />
        ) : null}
        {scan === null ? null : <ScanButtons id={document_id} scan={scan} />}
        {help === 'read-again' ? <ReadAgain id={document_id} /> : null}
      </div>
    </li>
  )
}

function Rows({ kind }: { kind: TextProblem }) {
  const connectionId = useConnection().id
  const query = useInfiniteQuery({
    ...useApi().texts.problems.infiniteOptions({
      input: (offset: number) => ({ connectionId, kind, offset, limit: maxTextProblems }),
      initialPageParam: 0,
      getNextPageParam: ({ total }, pages) => {
        const next = pages.length * maxTextProblems
        return next < total ? next : undefined
      },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView query={query} label="documents">
      {({ pages }) => (
        <>
          <ul className={`plain-list ${classes.rows}`} aria-label={problemNames[kind]}>
            {pages.flatMap(({ rows }) => rows.map((row) => <ProblemRow key={row.document_id} row={row} kind={kind} />))}
          </ul>
          {query.hasNextPage ? (
            <ShowMore
              label="Show more documents"
              busy={query.isFetchingNextPage || query.isPlaceholderData}
              onMore={() => void query.fetchNextPage()}
            />
          ) : null}
        </>
      )}
    </QueryView>
  )
}

function Groups({ coverage }: { coverage: TextCoverage }) {
  const { asked, show } = useAddress(notSearchedScreen)
  const groups = textProblems.filter((kind) => coverage[kind] > 0 || kind === asked.kind)
  const kind = asked.kind ?? groups[0]
  if (kind === undefined)
    return (
      <EmptyState
        title={coverage.documents === 0 ? 'No documents' : 'Nothing is left out'}
        hint={
          coverage.waiting > 0
            ? 'Files that wait are read in the background.'
            : 'Every page of every document can be searched.'
        }
      />
    )
  return (
    <>
      <div className={`row ${classes.groups}`} role="toolbar" aria-label="Why they are not searched">
        {groups.map((one) => (
          <Button
            key={one}
            size="compact-sm"
            variant={one === kind ? 'light' : 'default'}
            aria-pressed={one === kind}
            onClick={() => show({ kind: one })}
          >
            {problemNames[one]} {formatCount(coverage[one])}
          </Button>
        ))}
      </div>
      <p className="quiet prose below">{helpOf[kind]}</p>
      <Rows key={kind} kind={kind} />
    </>
  )
}

/** The documents that are not searched, or not wholly, by reason, and what can be done about each. */
export function NotSearchedPage() {
  const connectionId = useConnection().id
  const query = useTextCoverage()
  const forbidden = useForbidden('texts.problems')
  return (
    <Page
      title="What is not searched"
      crumbs={[{ label: 'Search in documents', to: '/c/$connectionId/documents/search', params: { connectionId } }]}
      aside={
        <Link to="/settings" hash="texts">
          Choose what is searched
        </Link>
      }
    >
      <div className={classes.screen}>
        {forbidden === null ? (
          <>
            <CoverageLine link={false} />
            <QueryView query={query} label="documents">
              {(coverage) => <Groups coverage={coverage} />}
            </QueryView>
          </>
        ) : (
          <EmptyState title="Documents cannot be searched" hint={forbidden} />
        )}
      </div>
    </Page>
  )
}
