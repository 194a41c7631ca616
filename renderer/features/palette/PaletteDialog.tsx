import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { wordsOf } from '../../../shared/domain/fold.ts'
import { documentTypeNames, nameOf } from '../../../shared/domain/names.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import type { TextHit } from '../../../shared/ipc/texts.ts'
import { Highlighted } from '../../components/Highlighted.tsx'
import { KeyCaps } from '../../components/KeyCaps.tsx'
import { PendingMark } from '../../components/PendingMark.tsx'
import { PartError } from '../../components/States.tsx'
import { RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { chordOf, keysOf, onMac } from '../../lib/commands/keys.ts'
import { type AvailableCommand, useAvailableCommands } from '../../lib/commands/offers.ts'
import { toPlace } from '../../lib/document-place.ts'
import { useOpenWindow } from '../../lib/open-window.ts'
import { useForbidden } from '../../lib/policy.ts'
import { presentError } from '../../lib/present-error.ts'
import { searchedPart } from '../../lib/search-text.ts'
import { useAnswered } from '../../lib/use-answered.ts'
import { type Entry, type FoundInDocuments, type Section, sectionsFor } from './entries.ts'
import classes from './palette.module.css'
import { closePalette, dismissPalette, fieldId, typeInPalette, usePalette } from './palette-state.ts'

const mostHits = 30
const mostPages = 5
/** Fewest characters for which the text of documents is searched too. */
const fewestCharacters = 3
const settleMs = 40

/** The hits in documents. They are searched after the records; null until then, and where the policy forbids it. */
function useFoundInDocuments(text: string, isNext: boolean): { found: FoundInDocuments; isPending: boolean } {
  const connectionId = useConnection().id
  const isForbidden = useForbidden('texts.search') !== null
  const isAsked = !isForbidden && text.length >= fewestCharacters && wordsOf(text).length > 0
  const query = useQuery({
    ...useApi().texts.search.queryOptions({ input: { connectionId, text, filters: {}, offset: 0, limit: mostPages } }),
    enabled: isAsked && isNext,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const { data, isLoading: isPending } = query
  const answered = useAnswered(text, query)
  const found = useMemo(
    () =>
      isAsked && data !== undefined
        ? {
            hits: data.hits,
            find: data.corrected ?? answered,
            total: `${data.is_more ? 'more than ' : ''}${countOf(data.total_documents, 'document', 'documents')}`,
          }
        : null,
    [isAsked, data, answered],
  )
  return { found, isPending }
}

/**
 * The palette's sections for a typed text. The previous results stay until the new ones arrive (`fresh`); an outdated search is
 * cancelled.
 */
function usePaletteSearch(typed: string) {
  const api = useApi()
  const connectionId = useConnection().id
  const { text, note } = searchedPart(typed)
  const [settled] = useDebouncedValue(text, settleMs)
  const searching = settled !== '' && text !== ''
  const search = useQuery({
    ...api.search.query.queryOptions({ input: { connectionId, text: settled, limit: mostHits } }),
    enabled: searching,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const input = { connectionId }
  const recentsQuery = useQuery(api.places.recents.queryOptions({ input }))
  const favouritesQuery = useQuery(api.places.favourites.queryOptions({ input }))
  const [recents, favourites] = [recentsQuery.data, favouritesQuery.data]
  const unread = [recentsQuery, favouritesQuery].filter(({ data, isError }) => data === undefined && isError)
  const hits = search.data?.hits
  const areRecordsFound = searching && !search.isFetching && (search.isError || !search.isPlaceholderData)
  const documents = useFoundInDocuments(searching ? settled : '', areRecordsFound)
  const shown = searching ? settled : ''
  const waiting = searching && hits === undefined && !search.isError
  const commands = useAvailableCommands()
  const sections = useMemo(
    () =>
      // Without this, the commands would flash in the place of the hits.
      waiting
        ? []
        : sectionsFor({
            text: shown,
            hits: hits ?? [],
            documents: documents.found,
            recents: recents ?? [],
            favourites: favourites ?? [],
            commands: commands.filter(({ id }) => id !== 'palette.open'),
          }),
    [waiting, shown, hits, documents.found, recents, favourites, commands],
  )
  return {
    sections,
    fresh:
      shown === text &&
      (!searching ||
        // The first line is a record if there is one; only otherwise it may be a page that is still searched for.
        (search.data !== undefined && !search.isPlaceholderData && (hits?.length !== 0 || !documents.isPending))),
    waiting,
    error: searching ? search.error : null,
    /** True once the search of this very text has failed. */
    hasFailed: searching && settled === text && search.isError,
    hitCount: searching ? (hits?.length ?? 0) : null,
    pageCount: documents.found?.hits.length ?? 0,
    mostHits,
    /** Says that a part of the typed text is not searched; null if all of it is. */
    note: searching && wordsOf(text).length === 0 ? 'Punctuation is not searched. Type a word or a number.' : note,
    /** Reads again what could not be read for the suggestions; null if nothing failed. */
    readAgain: searching || unread.length === 0 ? null : () => void Promise.all(unread.map(({ refetch }) => refetch())),
  }
}

function targetOf(entry: Exclude<Entry, { kind: 'command' }>, connectionId: string) {
  if (entry.kind === 'page')
    return toPlace(connectionId, entry.hit.document_id, { page: entry.hit.page, find: entry.find })
  if (entry.kind === 'all-pages')
    return { to: '/c/$connectionId/documents/search', params: { connectionId }, search: { q: entry.text } } as const
  const { resource, id } = entry.hit
  return { to: `/c/$connectionId/${resource}/$id`, params: { connectionId, id } } as const
}

/** Opens a record or runs a command, here or in a new window. The function stays the same, so that no line is drawn again for it. */
function useRunEntry(): (entry: Entry, newWindow: boolean) => void {
  const router = useRouter()
  const connectionId = useConnection().id
  const openWindow = useOpenWindow()
  return useCallback(
    (entry, newWindow) => {
      closePalette()
      if (entry.kind === 'command') {
        // Runs after the palette has closed, so that the command's own focus is not overridden.
        setTimeout(entry.command.run)
        return
      }
      const target = targetOf(entry, connectionId)
      if (newWindow) return openWindow(router.buildLocation(target).href)
      document.getElementById('main')?.focus({ preventScroll: true })
      void router.navigate(target)
    },
    [router, connectionId, openWindow],
  )
}

function RecordLine({ hit }: { hit: SearchHit }) {
  return (
    <>
      <span className={classes.title}>
        <Highlighted text={hit.title.trim() === '' ? hit.id : hit.title} matches={hit.title_matches} />
        <PendingMark mark={hit.pending} />
      </span>
      <span className={classes.subtitle}>
        <RecordText>{hit.subtitle}</RecordText>
      </span>
      {hit.snippet === null ? null : (
        <span className={classes.snippet}>
          <Highlighted text={hit.snippet} matches={hit.snippet_matches} />
        </span>
      )}
    </>
  )
}

function PageLine({ hit }: { hit: TextHit }) {
  return (
    <>
      <span className={classes.title}>
        <RecordText>{hit.name.trim() || hit.document_id}</RecordText>
      </span>
      <span className={classes.subtitle}>
        <RecordText>{hit.household.name}</RecordText> · {nameOf(documentTypeNames, hit.document_type)} · Page{' '}
        {formatCount(hit.page)}
      </span>
      <span className={classes.snippet}>
        <Highlighted text={hit.excerpt} matches={hit.excerpt_matches} />
      </span>
    </>
  )
}

function AllPagesLine({ total }: { total: string | null }) {
  return (
    <>
      <span className={classes.title}>
        {total === null ? 'Nothing found in documents' : 'All results in documents'}
      </span>
      <span className={classes.subtitle}>{total ?? 'What was searched, and what not'}</span>
    </>
  )
}

function CommandLine({ command }: { command: AvailableCommand }) {
  const keys = keysOf(command, onMac())
  return (
    <>
      <span className={classes.title}>{command.title}</span>
      <span className={classes.subtitle}>{keys ? <KeyCaps keys={keys} /> : command.group}</span>
    </>
  )
}

type Props = {
  entry: Entry
  id: string
  active: boolean
  onPoint: (entry: Entry) => void
  onRun: (entry: Entry, newWindow: boolean) => void
}

/** One line; re-rendered only when it changes or becomes active. */
const PaletteRow = memo(function PaletteRow({ entry, id, active, onPoint, onRun }: Props) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={active}
      className={classes.row}
      onPointerMove={() => onPoint(entry)}
      // Keeps the focus in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onRun(entry, event.ctrlKey || event.metaKey)}
    >
      {entry.kind === 'record' ? <RecordLine hit={entry.hit} /> : null}
      {entry.kind === 'page' ? <PageLine hit={entry.hit} /> : null}
      {entry.kind === 'all-pages' ? <AllPagesLine total={entry.total} /> : null}
      {entry.kind === 'command' ? <CommandLine command={entry.command} /> : null}
    </button>
  )
})

const listId = 'palette-results'

/** The id of a line's element, for `aria-activedescendant` on the search field. */
const rowId = (index: number): string => `palette-result-${index}`

type PaletteListProps = {
  sections: readonly Section[]
  active: number
  onPoint: (entry: Entry) => void
  onRun: (entry: Entry, newWindow: boolean) => void
  listRef: RefObject<HTMLDivElement | null>
}

/** The lines grouped by kind; the active line is scrolled into view. */
function PaletteList({ sections, active, onPoint, onRun, listRef }: PaletteListProps) {
  useEffect(() => {
    if (active === 0) listRef.current?.scrollTo({ top: 0 })
    else document.getElementById(rowId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active, listRef])
  const starts = sections.map((_, at) => sections.slice(0, at).reduce((sum, { entries }) => sum + entries.length, 0))
  return (
    <div ref={listRef} id={listId} role="listbox" aria-label="Results" className={classes.list} tabIndex={-1}>
      {sections.map(({ label, entries }, section) => (
        <fieldset key={label} aria-label={label} className={classes.group}>
          <div className={classes.label} aria-hidden="true">
            {label}
          </div>
          {entries.map((entry, at) => {
            const index = (starts[section] ?? 0) + at
            return (
              <PaletteRow
                key={entry.key}
                entry={entry}
                id={rowId(index)}
                active={index === active}
                onPoint={onPoint}
                onRun={onRun}
              />
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}

const announceMs = 600

/** The active line: the first one until the user chooses another, which stays when the results of the same typed text arrive. */
function useActive(typed: string, entries: readonly Entry[]) {
  const [chosen, choose] = useState({ typed: '', key: '' })
  const found = chosen.typed === typed ? entries.findIndex(({ key }) => key === chosen.key) : -1
  const active = Math.max(0, found)
  const move = (by: number | 'first' | 'last') => {
    const last = entries.length - 1
    const next = by === 'first' ? 0 : by === 'last' ? last : active + by
    const entry = entries[next < 0 ? last : next > last ? 0 : next]
    if (entry) choose({ typed, key: entry.key })
  }
  const point = useCallback((entry: Entry) => choose({ typed, key: entry.key }), [typed])
  return { active, move, point }
}

type EnterOptions = { typed: string; fresh: boolean; hasFailed: boolean; runActive: (newWindow: boolean) => void }

/** If Enter is pressed before the results arrive, the first result opens once they do; never after the search has failed. */
function useEnter({ typed, fresh, hasFailed, runActive }: EnterOptions) {
  const [pressed, setPressed] = useState<{ typed: string; newWindow: boolean } | null>(() => {
    const { entered } = usePalette.getState()
    return entered && { typed, ...entered }
  })
  const run = useEffectEvent(runActive)
  useEffect(() => {
    if (pressed === null || !(fresh || hasFailed)) return
    setPressed(null)
    if (fresh && pressed.typed === typed) run(pressed.newWindow)
  }, [pressed, fresh, hasFailed, typed])
  return (newWindow: boolean) => setPressed({ typed, newWindow })
}

function countText(hits: number | null, pages: number, most: number, lines: number): string {
  if (hits === null) return `${lines} ${lines === 1 ? 'suggestion' : 'suggestions'}`
  if (hits === 0 && pages > 0) return `No matching records, ${countOf(pages, 'document', 'documents')}`
  if (hits === 0)
    return lines === 0 ? 'No matches' : `No matching records, ${lines} ${lines === 1 ? 'command' : 'commands'}`
  return hits >= most ? `The best ${hits} results` : `${hits} ${hits === 1 ? 'result' : 'results'}`
}

const pageStep = 8

/** The search field and its results. */
function PaletteBody({ onDismiss }: { onDismiss: () => void }) {
  const typed = usePalette((state) => state.typed)
  const field = useRef<HTMLInputElement>(null)
  // The dialog would focus the field a task later, and keys come before tasks.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  const { sections, fresh, waiting, error, hasFailed, hitCount, pageCount, mostHits, note, readAgain } =
    usePaletteSearch(typed)
  const entries = useMemo(() => sections.flatMap((section) => section.entries), [sections])
  const { active, move, point } = useActive(typed, entries)
  const listRef = useRef<HTMLDivElement>(null)
  const run = useRunEntry()
  const runActive = (newWindow: boolean) => {
    const entry = entries[active]
    if (entry) run(entry, newWindow)
  }
  const enter = useEnter({ typed, fresh, hasFailed, runActive })
  // The way to the search in documents is no result.
  const counted = entries.filter(({ kind }) => kind !== 'all-pages')
  const [announced] = useDebouncedValue(
    fresh ? `${countText(hitCount, pageCount, mostHits, counted.length)}${note === null ? '' : `. ${note}`}` : '',
    announceMs,
  )

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(Math.min(pageStep, entries.length - 1 - active)),
    PageUp: () => move(-Math.min(pageStep, active)),
    'Mod+Home': () => move('first'),
    'Mod+End': () => move('last'),
    Enter: () => enter(false),
    'Mod+Enter': () => enter(true),
    'Mod+K': onDismiss,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const act = keys[chordOf(event, onMac()) ?? '']
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <div className={`line ${classes.field}`}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <input
          ref={field}
          id={fieldId}
          data-autofocus
          type="text"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? rowId(active) : undefined}
          placeholder="Search names, emails, notes, summaries, documents, commands…"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => typeInPalette(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {note === null ? null : <p className={classes.note}>{note}</p>}
      {error ? <p className={classes.note}>{presentError(error).cause}</p> : null}
      {waiting ? <p className={classes.note}>Searching…</p> : null}
      {readAgain ? <PartError what="Recent records or favorites" onRetry={readAgain} /> : null}
      {hitCount === 0 && fresh ? (
        <p className={classes.note}>
          {pageCount === 0 ? 'No matches.' : 'No record has these words.'} Amounts and dates of records are not
          searched.
        </p>
      ) : null}
      <PaletteList sections={sections} active={active} onPoint={point} onRun={run} listRef={listRef} />
      <div className={classes.foot} aria-hidden="true">
        <span>↑↓ choose</span>
        <span>Enter open</span>
        <span>{onMac() ? '⌘' : 'Ctrl'} Enter open in a new window</span>
        <span>Esc close</span>
      </div>
      <output className="visually-hidden">{announced}</output>
    </>
  )
}

const surface = { background: 'var(--ground-raised)', border: '1px solid var(--line-strong)', overflow: 'hidden' }

/** The dialog of the palette. */
export function PaletteDialog() {
  return (
    <Modal.Root
      opened={usePalette((state) => state.opened)}
      onClose={dismissPalette}
      size={680}
      yOffset="10vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label="Search everything" styles={{ content: surface }}>
        <div className={classes.palette}>
          <PaletteBody onDismiss={dismissPalette} />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
