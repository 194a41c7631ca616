import { type RefObject, useEffect } from 'react'
import type { Entry, Section } from './entries.ts'
import { PaletteRow } from './PaletteRow.tsx'
import classes from './palette.module.css'

export const listId = 'palette-results'

/** The id of a line's element, for `aria-activedescendant` on the search field. */
export const rowId = (index: number): string => `palette-result-${index}`

type Props = {
  sections: readonly Section[]
  active: number
  onPoint: (entry: Entry) => void
  onRun: (entry: Entry, newWindow: boolean) => void
  listRef: RefObject<HTMLDivElement | null>
}

/** The lines grouped by kind; the active line is scrolled into view. */
export function PaletteList({ sections, active, onPoint, onRun, listRef }: Props) {
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
