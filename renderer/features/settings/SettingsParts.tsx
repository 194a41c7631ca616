import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { fold } from '../../../shared/domain/fold.ts'
import { SearchField } from '../../components/SearchField.tsx'
import { useCommand } from '../../lib/commands/use-command.ts'
import classes from './settings.module.css'

/** One section of the settings. */
export type SettingsPart = {
  id: string
  title: string
  /** Other names of it, which the search finds too and the screen does not show. */
  words: string
  shown: ReactNode
}

/** Ids of the sections in which each word of a search begins a word on screen or of their other names; null without a search. */
function findParts(parts: readonly SettingsPart[], text: string): ReadonlySet<string> | null {
  const wanted = fold(text).split(' ').filter(Boolean)
  if (wanted.length === 0) return null
  const found = parts.filter(({ id, words }) => {
    const searched = ` ${fold(`${words} ${document.getElementById(id)?.textContent ?? ''}`)}`
    return wanted.every((word) => searched.includes(` ${word}`))
  })
  return new Set(found.map(({ id }) => id))
}

/** Scrolls to the section named in the URL hash and focuses it. `show` is called with its id first, since a search may hide it. */
function useLinkedPart(show: (id: string) => void): void {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const reveal = useEffectEvent(show)
  useEffect(() => {
    if (hash === '') return
    reveal(hash)
    const part = document.getElementById(hash)
    // The state that shows it is drawn later.
    part?.removeAttribute('hidden')
    part?.scrollIntoView({ block: 'start' })
    part?.focus({ preventScroll: true })
  }, [hash])
}

/**
 * Searches the sections, which are on the page under their ids. A link to a section that the search hides ends the search.
 * @returns the search, a function that begins another (an empty text ends it), and whether it finds a section
 */
export function useFoundParts(parts: readonly SettingsPart[]): {
  search: string
  find: (text: string) => void
  isFound: (id: string) => boolean
} {
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<ReadonlySet<string> | null>(null)
  const find = (text: string) => {
    setSearch(text)
    setFound(findParts(parts, text))
  }
  const isFound = (id: string) => found?.has(id) ?? true
  useLinkedPart((id) => {
    if (!isFound(id)) find('')
  })
  return { search, find, isFound }
}

/** Goes back in the history, or to the start screen if there is none. */
function useLeave(): () => void {
  const { history, navigate } = useRouter()
  return () => (history.canGoBack() ? history.back() : void navigate({ to: '/' }))
}

type Props = { parts: readonly SettingsPart[]; search: string; onSearch: (text: string) => void }

/** The side of the settings: the way back, the search, and a link to each section that it finds. */
export function SettingsParts({ parts, search, onSearch }: Props) {
  const leave = useLeave()
  useCommand('go.back', leave)
  return (
    <div className={classes.side}>
      <button type="button" className={classes.back} onClick={leave}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        Back
      </button>
      <search className={classes.search}>
        <SearchField label="Search settings" text={search} onSearch={onSearch} />
        <p role="status" className="note">
          {search === '' ? '' : parts.length === 0 ? 'No sections' : countOf(parts.length, 'section', 'sections')}
        </p>
      </search>
      <nav aria-label="Settings">
        <ul>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <Link to="/settings" hash={id} replace>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
