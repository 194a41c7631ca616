import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { chordOf, onMac } from '../../lib/commands/keys.ts'
import { presentError } from '../../lib/present-error.ts'
import type { Entry } from './entries.ts'
import { listId, PaletteList, rowId } from './PaletteList.tsx'
import classes from './palette.module.css'
import { fieldId, typeInPalette, usePalette } from './palette-state.ts'
import { usePaletteSearch } from './use-palette-search.ts'
import { useRunEntry } from './use-run-entry.ts'

const announceMs = 600

/** The active line: the first one until the user chooses another for the same text. */
function useActive(shown: string, entries: readonly Entry[]) {
  const [chosen, choose] = useState({ text: '', key: '' })
  const found = chosen.text === shown ? entries.findIndex(({ key }) => key === chosen.key) : -1
  const active = Math.max(0, found)
  const move = (by: number | 'first' | 'last') => {
    const last = entries.length - 1
    const next = by === 'first' ? 0 : by === 'last' ? last : active + by
    const entry = entries[next < 0 ? last : next > last ? 0 : next]
    if (entry) choose({ text: shown, key: entry.key })
  }
  const point = useCallback((entry: Entry) => choose({ text: shown, key: entry.key }), [shown])
  return { active, move, point }
}

/** If Enter is pressed before the results arrive, the first result opens once they do. */
function useEnter(typed: string, fresh: boolean, runActive: (newWindow: boolean) => void) {
  const [pressed, setPressed] = useState<{ typed: string; newWindow: boolean } | null>(null)
  const run = useEffectEvent(runActive)
  useEffect(() => {
    if (pressed === null || !fresh) return
    setPressed(null)
    if (pressed.typed === typed) run(pressed.newWindow)
  }, [pressed, fresh, typed])
  return (newWindow: boolean) => setPressed({ typed, newWindow })
}

function countText(hits: number | null, most: number, lines: number): string {
  if (hits === null) return `${lines} suggestions`
  if (hits === 0) return lines === 0 ? 'Nothing found' : `No records found, ${lines} commands`
  return hits >= most ? `The best ${hits} results` : `${hits} ${hits === 1 ? 'result' : 'results'}`
}

const pageStep = 8

/** The search field and its results. */
export function PaletteBody({ onDismiss }: { onDismiss: () => void }) {
  const typed = usePalette((state) => state.typed)
  const field = useRef<HTMLInputElement>(null)
  // The dialog would focus the field a task later, and keys come before tasks.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  const { shown, sections, fresh, waiting, error, hitCount, mostHits } = usePaletteSearch(typed)
  const entries = useMemo(() => sections.flatMap((section) => section.entries), [sections])
  const { active, move, point } = useActive(shown, entries)
  const listRef = useRef<HTMLDivElement>(null)
  const run = useRunEntry()
  const enter = useEnter(typed, fresh, (newWindow) => {
    const entry = entries[active]
    if (entry) run(entry, newWindow)
  })
  const [announced] = useDebouncedValue(fresh ? countText(hitCount, mostHits, entries.length) : '', announceMs)

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
      <div className={classes.field}>
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
          placeholder="Search names, emails, notes, summaries, assets, commands…"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => typeInPalette(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {error ? <p className={classes.note}>{presentError(error).cause}</p> : null}
      {waiting ? <p className={classes.note}>Searching…</p> : null}
      {hitCount === 0 && fresh ? (
        <p className={classes.note}>No record found. Try a name, an email address, a city or a word of a note.</p>
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
