import { memo } from 'react'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import { Highlighted } from '../../components/Highlighted.tsx'
import { KeyCaps } from '../../components/KeyCaps.tsx'
import { PendingMark } from '../../components/PendingMark.tsx'
import { RecordText } from '../../components/Values.tsx'
import { keysOf, onMac } from '../../lib/commands/keys.ts'
import type { AvailableCommand } from '../../lib/commands/offers.ts'
import type { Entry } from './entries.ts'
import classes from './palette.module.css'

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
export const PaletteRow = memo(function PaletteRow({ entry, id, active, onPoint, onRun }: Props) {
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
      {entry.kind === 'record' ? <RecordLine hit={entry.hit} /> : <CommandLine command={entry.command} />}
    </button>
  )
})
