import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect } from 'react'
import { formatCount } from '../../../../../shared/domain/counts.ts'
import classes from './pdf.module.css'
import { maxMatches, type PdfSearch } from './use-pdf-search.ts'

type Props = { search: PdfSearch; pages: number; field: RefObject<HTMLInputElement | null>; onClose(): void }

/** The position of the current match and the number of matches, in words. */
export function countWords({ query, matches, current, searched }: PdfSearch, pages: number): string {
  if (query.trim() === '') return ''
  const more = matches.length >= maxMatches
  if (matches.length === 0) return searched < pages ? 'Searching…' : 'Not found'
  const of = `${more ? 'more than ' : ''}${formatCount(matches.length)}${searched < pages && !more ? '…' : ''}`
  return `${formatCount(Math.max(0, current) + 1)} of ${of}`
}

/** Search field: Enter goes to the next match, Shift+Enter to the previous one. */
export function FindBar({ search, pages, field, onClose }: Props) {
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [field])
  const none = search.matches.length === 0
  return (
    <search className={classes.find}>
      <TextInput
        ref={field}
        size="xs"
        aria-label="Find in document"
        placeholder="Find in document"
        autoComplete="off"
        spellCheck={false}
        value={search.query}
        onChange={(event) => search.find(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
        }}
      />
      <output className={classes.count}>{countWords(search, pages)}</output>
      <Tooltip label="Previous match">
        <ActionIcon size={24} aria-label="Previous match" disabled={none} onClick={() => search.step(-1)}>
          <IconChevronUp size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Next match">
        <ActionIcon size={24} aria-label="Next match" disabled={none} onClick={() => search.step(1)}>
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Close">
        <ActionIcon size={24} aria-label="Close search" onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </search>
  )
}
