import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCommand } from '../lib/commands/use-command.ts'
import { searchedPart } from '../lib/search-text.ts'
import classes from './search-field.module.css'

/**
 * Returns a function that tells whether the user is on the way to another screen while this one is still shown. What happens on
 * this screen then must not change the address, which would lead the user back.
 */
function useIsLeaving(): () => boolean {
  const router = useRouter()
  return () => {
    const shown = router.state.resolvedLocation?.pathname
    return shown !== undefined && router.latestLocation.pathname !== shown
  }
}

type Props = {
  /** Such as "Search households". */
  label: string
  text: string
  onSearch: (text: string) => void
}

/** Pause in typing after which the list is searched, in ms. */
const pauseMs = 150

type Typed = {
  text: string
  /** The list's search text when it was last looked at. */
  from: string
  /** Texts that were searched for and have not come back as the list's search text, oldest first. */
  asked: readonly string[]
}

/** The list's search text changed. What was typed since it was asked for stays; Back, a view or "Clear all" replace it. */
function follow({ text, asked }: Typed, from: string): Typed {
  const own = asked.lastIndexOf(from)
  return own < 0 ? { text: from, from, asked: [] } : { text, from, asked: asked.slice(own + 1) }
}

/** The current row of a grid, or the first line of a list. */
const firstRow = '[role="grid"] [role="gridcell"][tabindex="0"], main a[data-line]'

/**
 * Narrows a list while the user types. The text is part of the list's filters; Escape clears it and then leaves the field, the down arrow
 * goes to the rows.
 */
export function SearchField({ label, text, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const isLeaving = useIsLeaving()
  const [typed, setTyped] = useState<Typed>({ text, from: text, asked: [] })
  if (typed.from !== text) setTyped(follow(typed, text))
  const search = useEffectEvent(() => {
    const asking = searchedPart(typed.text).text
    if (asking === text || isLeaving()) return
    setTyped({ ...typed, asked: [...typed.asked, asking] })
    onSearch(asking)
  })
  useEffect(() => {
    if (searchedPart(typed.text).text === (typed.asked.at(-1) ?? typed.from)) return
    const timer = setTimeout(search, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useCommand('list.search', () => {
    field.current?.focus()
    field.current?.select()
  })
  const clear = () => {
    setTyped({ ...typed, text: '' })
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed.text !== '') {
      event.stopPropagation()
      clear()
    } else if (event.key === 'Escape') {
      field.current?.blur()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      document.querySelector<HTMLElement>(firstRow)?.focus()
    }
  }
  const { note } = searchedPart(typed.text)
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      description={note === null ? null : <span role="status">{note}</span>}
      inputWrapperOrder={['input', 'description']}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden="true" />}
      rightSection={
        typed.text === '' ? null : (
          <ActionIcon size={24} aria-label="Clear the search" onClick={clear}>
            <IconX size={12} stroke={2} aria-hidden="true" />
          </ActionIcon>
        )
      }
      value={typed.text}
      onChange={(event) => setTyped({ ...typed, text: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  )
}
