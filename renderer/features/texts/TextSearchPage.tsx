import { Button, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { documentTypeNames, nameOf } from '../../../shared/domain/names.ts'
import { phrasesOf } from '../../../shared/domain/text-query.ts'
import type { TextCoverage, TextHit } from '../../../shared/ipc/texts.ts'
import { documentTypes } from '../../../shared/service/document.ts'
import { Choice, FilterRow } from '../../components/filters/FilterRow.tsx'
import { useChoices } from '../../components/filters/use-choices.ts'
import { noneFound, searchedOptions } from '../../components/forms/searched-options.ts'
import { Highlighted } from '../../components/Highlighted.tsx'
import { moveByLine } from '../../components/line-keys.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { ShowMore } from '../../components/ShowMore.tsx'
import { EmptyState } from '../../components/States.tsx'
import { OfflineMark } from '../../components/sync-state.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { toPlace } from '../../lib/document-place.ts'
import { useForbidden } from '../../lib/policy.ts'
import { scanWords } from '../../lib/scan-words.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useAnswered } from '../../lib/use-answered.ts'
import { CoverageLine, useTextCoverage } from './Coverage.tsx'
import { isAllSearched } from './coverage-words.ts'
import { filtersOf, isNarrowed, type TextSearch, textSearchScreen } from './text-search.ts'
import classes from './texts.module.css'

const pageSize = 25
const mostHouseholds = 50
const pauseMs = 120

/** The current search, and how to change it. */
function useTextSearch() {
  const { asked, show } = useAddress(textSearchScreen)
  return {
    asked,
    change: (part: Partial<TextSearch>) => show({ ...asked, ...part }),
    clear: () => show({ ...textSearchScreen.read({}), q: asked.q }),
  }
}

type Search = ReturnType<typeof useTextSearch>

/** Chooses one household by a part of its name. */
function HouseholdChoice({ asked: { household }, change }: Pick<Search, 'asked' | 'change'>) {
  const api = useApi()
  const connectionId = useConnection().id
  const [typed, setTyped] = useState('')
  const chosen = useQuery({
    ...api.households.get.queryOptions({ input: { connectionId, id: household ?? '' } }),
    enabled: household !== undefined,
  }).data?.record.name
  const wanted = typed === chosen ? '' : typed.trim()
  const [text] = useDebouncedValue(wanted, pauseMs)
  const { data, isError, isPlaceholderData } = useQuery({
    ...api.households.list.queryOptions({
      input: {
        connectionId,
        offset: 0,
        limit: mostHouseholds,
        sort: { column: 'title', direction: 'asc' },
        ...(text === '' ? {} : { filters: [{ column: 'title', operator: 'contains', values: [text] }] }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const isAnswered = data !== undefined && !isPlaceholderData && wanted === text
  const found = (data?.rows ?? []).map(({ id, title }) => ({ value: id, label: title.trim() || id }))
  const own =
    household === undefined || found.some(({ value }) => value === household)
      ? []
      : [{ value: household, label: chosen?.trim() || household }]
  return (
    <Select
      className={classes.household ?? ''}
      aria-label="Household"
      placeholder="All households"
      searchable
      clearable
      openOnFocus={false}
      nothingFoundMessage={noneFound({ isAnswered, isError }, 'No household found')}
      clearButtonProps={{ 'aria-label': 'All households' }}
      comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
      classNames={{ options: 'option-list' }}
      data={[...own, ...found]}
      filter={searchedOptions(isAnswered)}
      onSearchChange={setTyped}
      value={household ?? null}
      onChange={(chosen) => change({ household: chosen ?? undefined })}
      data-chosen={household !== undefined || undefined}
    />
  )
}

const firstYear = 2015
/** The years of the filter, newest first. */
const years = (chosen: number | undefined): string[] => {
  const now = new Date().getFullYear()
  const known = Array.from({ length: now - firstYear + 1 }, (_, at) => now - at)
  return (chosen === undefined || known.includes(chosen) ? known : [...known, chosen]).map(String)
}

function TextFilters({ asked, change, clear }: Search) {
  const { choicesOf, nameOfChoice } = useChoices(true)
  return (
    <FilterRow label="Documents" narrowed={isNarrowed(asked)} onClear={clear}>
      <HouseholdChoice asked={asked} change={change} />
      <Choice
        label="Owner"
        all="All owners"
        values={choicesOf('owner_id').map(({ value }) => value)}
        nameOf={(owner) => nameOfChoice('owner_id', owner)}
        value={asked.owner}
        onChange={(owner) => change({ owner })}
      />
      <Choice
        label="Type"
        all="All types"
        values={documentTypes}
        nameOf={(type) => nameOf(documentTypeNames, type)}
        value={asked.type}
        onChange={(type) => change({ type })}
      />
      <Choice
        label="Year"
        all="All years"
        values={years(asked.year)}
        nameOf={(year) => year}
        value={asked.year === undefined ? undefined : String(asked.year)}
        onChange={(year) => change({ year: year === undefined ? undefined : Number(year) })}
      />
    </FilterRow>
  )
}

/** The other pages of a document on which something is found. */
function FurtherPages({ hit, find }: { hit: TextHit; find: string }) {
  const connectionId = useConnection().id
  const { data } = useQuery(
    useApi().texts.pages.queryOptions({ input: { connectionId, document_id: hit.document_id, text: find } }),
  )
  return (
    <ul className={classes.further}>
      {data?.pages
        .filter(({ page }) => page !== hit.page)
        .map(({ page, excerpt, excerpt_matches, scan }) => (
          <li key={page}>
            <Link {...toPlace(connectionId, hit.document_id, { page, find })} className={classes.excerpt} data-line="">
              <span className={classes.page}>Page {formatCount(page)}</span>
              <Highlighted text={excerpt} matches={excerpt_matches} />
            </Link>
            {scan === null ? null : <span className="note">{scanWords(scan)}</span>}
          </li>
        ))}
    </ul>
  )
}

function Hit({ hit, find }: { hit: TextHit; find: string }) {
  const connectionId = useConnection().id
  const [opened, setOpened] = useState(false)
  const forbidden = useForbidden('texts.pages')
  const { page, page_count, further } = hit
  return (
    <li className={classes.hit}>
      <h2 className={`row ${classes.document}`}>
        <Link {...toPlace(connectionId, hit.document_id, { page, find })} data-line="" data-hit="">
          <RecordText>{hit.name.trim() || hit.document_id}</RecordText>
        </Link>
      </h2>
      <p className={`note ${classes.about}`}>
        {nameOf(documentTypeNames, hit.document_type)} ·{' '}
        <Link to="/c/$connectionId/households/$id" params={{ connectionId, id: hit.household.id }}>
          <RecordText>{hit.household.name}</RecordText>
        </Link>
        {hit.owner === null ? null : (
          <>
            {' '}
            · <RecordText>{hit.owner}</RecordText>
          </>
        )}{' '}
        · {hit.year}
        {hit.is_here ? null : ' · text only, the file is not on this computer'}
        {hit.is_changed ? ' · changed at the service since, the page may be another' : null}
      </p>
      <p className={classes.excerpt}>
        <span className={classes.page}>
          Page {formatCount(page)}
          {page_count > 1 ? ` of ${formatCount(page_count)}` : ''}
        </span>
        <Highlighted text={hit.excerpt} matches={hit.excerpt_matches} />
      </p>
      {hit.scan === null ? null : <p className={`note ${classes.about}`}>{scanWords(hit.scan)}</p>}
      {further === 0 || forbidden !== null ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={opened}
          className={classes.more ?? ''}
          onClick={() => setOpened(!opened)}
        >
          {opened ? 'Hide other pages' : `${countOf(further, 'other page', 'other pages')} of this document`}
        </Button>
      )}
      {opened ? <FurtherPages hit={hit} find={find} /> : null}
    </li>
  )
}

/** How much was searched of the documents that the filters let through, when nothing was found in them. */
function searchedWords({ coverage, narrowed }: { coverage: TextCoverage; narrowed: boolean }): string {
  const { documents, searchable, partial } = coverage
  const left = documents - searchable
  const these = narrowed ? ' with these filters' : ''
  if (documents === 0 && narrowed) return 'There is no document with these filters.'
  if (searchable === 0) return `No file${these} can be searched yet.`
  if (isAllSearched(coverage))
    return `All files${these} were searched. Try fewer words, or the beginning of one with a star: trust*.`
  if (left === 0) return `Parts of ${countOf(partial, 'file', 'files')}${these} were not searched.`
  return `${countOf(left, 'file', 'files')}${these} ${left === 1 ? 'was' : 'were'} not searched. It may be in one of them.`
}

/** Nothing was found: how much was searched, and how to go on. */
function Nothing({ search }: { search: Search }) {
  const { asked, clear } = search
  const connectionId = useConnection().id
  const narrowed = isNarrowed(asked)
  const { data: coverage } = useTextCoverage(narrowed ? filtersOf(asked) : undefined)
  const hint =
    coverage === undefined
      ? 'Try fewer words, or the beginning of one with a star: trust*.'
      : searchedWords({ coverage, narrowed })
  return (
    <EmptyState title={narrowed ? 'No matches with these filters' : 'No matches in documents'} hint={hint}>
      <div className="row">
        {narrowed ? (
          <Button variant="default" onClick={clear}>
            Search all documents
          </Button>
        ) : null}
        {coverage === undefined || isAllSearched(coverage) ? null : (
          <Link to="/c/$connectionId/documents/not-searched" params={{ connectionId }}>
            {narrowed ? 'See what is not searched, of all documents' : 'See what was not searched'}
          </Link>
        )}
      </div>
    </EmptyState>
  )
}

/** J and K move the focus through the documents that were found. */
function useHitKeys() {
  const list = useRef<HTMLOListElement>(null)
  const move = (by: 1 | -1) => {
    const hits = [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
    const item = document.activeElement?.closest('li')
    const at = hits.findIndex((hit) => hit === document.activeElement || (item && hit.closest('li')?.contains(item)))
    const to = hits[at < 0 ? (by === 1 ? 0 : hits.length - 1) : Math.min(Math.max(at + by, 0), hits.length - 1)]
    to?.focus()
    to?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }
  return { list, move }
}

function Results({ search }: { search: Search }) {
  const { q } = search.asked
  const connectionId = useConnection().id
  const query = useInfiniteQuery({
    ...useApi().texts.search.infiniteOptions({
      input: (offset: number) => ({
        ...{ connectionId, text: q, offset, limit: pageSize },
        filters: filtersOf(search.asked),
      }),
      initialPageParam: 0,
      getNextPageParam: ({ total_documents }, pages) => {
        const next = pages.length * pageSize
        return next < total_documents ? next : undefined
      },
    }),
    placeholderData: keepPreviousData,
  })
  const answered = useAnswered(q, query)
  const { list, move } = useHitKeys()
  const hasHits = (query.data?.pages[0]?.hits.length ?? 0) > 0
  useCommand('texts.next', hasHits ? () => move(1) : null)
  useCommand('texts.previous', hasHits ? () => move(-1) : null)
  return (
    <QueryView query={query} label="results">
      {({ pages }) => {
        const [first] = pages
        const find = first?.corrected ?? answered
        const total = first?.total_documents ?? 0
        const words = `${first?.is_more ? 'More than ' : ''}${countOf(total, 'document', 'documents')}`
        return (
          <>
            <p className={`row ${classes.count}`} role="status">
              {total === 0 ? (
                <span className="visually-hidden">{query.isPlaceholderData ? null : 'No matches'}</span>
              ) : (
                <span className="tabular">{words}</span>
              )}
              {first?.corrected == null ? null : (
                <span>
                  Nothing found for “{answered}”. Searched for “{first.corrected}” instead.
                </span>
              )}
            </p>
            {total === 0 && !query.isPlaceholderData ? <Nothing search={search} /> : null}
            <ol ref={list} className={`plain-list ${classes.hits}`} aria-label="Documents found" onKeyDown={moveByLine}>
              {pages.flatMap(({ hits }) => hits.map((hit) => <Hit key={hit.document_id} hit={hit} find={find} />))}
            </ol>
            {query.hasNextPage ? (
              <ShowMore
                label="Show more documents"
                busy={query.isFetchingNextPage || query.isPlaceholderData}
                onMore={() => void query.fetchNextPage()}
              />
            ) : null}
          </>
        )
      }}
    </QueryView>
  )
}

/** Says how to search; for a text without a word, also why nothing is found. */
function Intro({ q }: { q: string }) {
  if (q !== '')
    return (
      <EmptyState
        title="Nothing to search for"
        hint={`“${q}” is only punctuation, which is not searched. Type a word or a number.`}
      />
    )
  return (
    <EmptyState
      title="Search inside documents"
      hint="Words in any order are found on one page. Put “a phrase” in quotes; a star stands for the rest of a word: trust*."
    />
  )
}

/** Enter in the field opens the first result, as in the palette; the results are those of the text in the address. */
function openFirst(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return
  event.preventDefault()
  document.querySelector<HTMLElement>('[data-hit]')?.focus()
}

/** Searches the text of documents: results by document, each with its best page. */
export function TextSearchPage() {
  const search = useTextSearch()
  const forbidden = useForbidden('texts.search')
  const field = useRef<HTMLDivElement>(null)
  const { q } = search.asked
  return (
    <Page title="Search in documents" aside={<OfflineMark />}>
      <div className={classes.screen}>
        {forbidden === null ? (
          <>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field inside */}
            <div ref={field} className={classes.field} onKeyDown={openFirst}>
              <SearchField label="Words in documents" text={q} onSearch={(text) => search.change({ q: text })} />
            </div>
            <TextFilters {...search} />
            <CoverageLine />
            {phrasesOf(q).length === 0 ? <Intro q={q} /> : <Results search={search} />}
          </>
        ) : (
          <EmptyState title="Documents cannot be searched" hint={forbidden} />
        )}
      </div>
    </Page>
  )
}
