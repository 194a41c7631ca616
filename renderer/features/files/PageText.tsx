import { Button } from '@mantine/core'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { FileRef } from '../../../shared/ipc/files.ts'
import { Highlighted } from '../../components/Highlighted.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { type DocumentPlace, toPlace } from '../../lib/document-place.ts'
import { useForbidden } from '../../lib/policy.ts'
import { scanWords } from '../../lib/scan-words.ts'
import classes from './files.module.css'

/**
 * The text of the page that was asked for, with the words that were found; nothing is read without a place. A text that may not be shown any
 * more, or was deleted, is not kept on the screen until another comes.
 */
export function usePageText({ kind, id }: FileRef, place: DocumentPlace | null) {
  const connectionId = useConnection().id
  const forbidden = useForbidden('texts.page')
  const isAsked = place !== null && kind === 'document' && forbidden === null
  const { data, isError, isLoading } = useQuery({
    ...useApi().texts.page.queryOptions({
      input: isAsked ? { connectionId, document_id: id, page: place.page, text: place.find } : skipToken,
    }),
    placeholderData: keepPreviousData,
  })
  return { data: isAsked && !isError ? data : undefined, isLoading }
}

/** The line of a page with its first match; null without one. */
export function lineOf({ text, matches }: ContractOutputs['texts']['page']): string | null {
  const [from] = matches[0] ?? []
  if (from === undefined) return null
  const end = text.indexOf('\n', from)
  return text.slice(text.lastIndexOf('\n', from - 1) + 1, end < 0 ? undefined : end)
}

type Props = {
  id: string
  place: DocumentPlace
  page: ContractOutputs['texts']['page']
  /** Why the text is shown instead of the file, as a sentence. */
  note: string
}

/** The text of one page of a file that cannot be shown itself, with the words that were found. */
export function PageText({ id, place, page, note }: Props) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const text = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or query has another first match
  useEffect(() => {
    const first = text.current?.querySelector('mark')
    if (first) first.scrollIntoView({ block: 'center' })
    else text.current?.scrollTo({ top: 0 })
  }, [page])
  const go = (to: number) => void navigate({ ...toPlace(connectionId, id, { ...place, page: to }), replace: true })
  return (
    <div className={classes.pageText}>
      <div className={`line ${classes.pageBar}`}>
        <Button size="compact-xs" variant="default" disabled={place.page <= 1} onClick={() => go(place.page - 1)}>
          Previous page
        </Button>
        <span className="tabular nowrap">
          Page {formatCount(place.page)} of {formatCount(page.page_count)}
        </span>
        <Button
          size="compact-xs"
          variant="default"
          disabled={place.page >= page.page_count}
          onClick={() => go(place.page + 1)}
        >
          Next page
        </Button>
        <span className="note">{[note, scanWords(page.scan)].filter((words) => words !== null).join(' ')}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard */}
      <section ref={text} tabIndex={0} aria-label={`Text of page ${place.page}`} className={classes.pageWords}>
        {page.text.trim() === '' ? (
          <p className="quiet">This page has no text.</p>
        ) : (
          <Highlighted text={page.text} matches={page.matches} />
        )}
      </section>
    </div>
  )
}
