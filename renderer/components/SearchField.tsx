import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCommand } from '../lib/commands/use-command.ts'
import classes from './search-field.module.css'

type Props = {
  /** Such as "Search households". */
  label: string
  text: string
  onSearch: (text: string) => void
}

/** Pause in typing after which the list is searched, in ms. */
const pauseMs = 150

/** The current row of a grid, or the first line of a list. */
const firstRow = '[role="grid"] [role="gridcell"][tabindex="0"], main a[data-line]'

/**
 * Narrows a list while the user types. The text is part of the list's filters; Escape clears it and then leaves the field, the down arrow
 * goes to the rows.
 */
export function SearchField({ label, text, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ text, from: text })
  // Back, a view or "Clear all" changed the text from outside.
  if (typed.from !== text) setTyped({ text: typed.text.trim() === text ? typed.text : text, from: text })
  const search = useEffectEvent(() => {
    if (typed.text.trim() !== text) onSearch(typed.text.trim())
  })
  useEffect(() => {
    if (typed.text.trim() === typed.from) return
    const timer = setTimeout(search, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useCommand('list.search', () => {
    field.current?.focus()
    field.current?.select()
  })
  const clear = () => {
    setTyped({ text: '', from: text })
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
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      maxLength={200}
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
