import { ActionIcon, Checkbox, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useId, useRef, useState } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { countOf } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { documentTypeNames } from '../../../shared/domain/names.ts'
import type {
  IntakeDuplicate,
  IntakeIssue,
  IntakePages,
  IntakeProposal,
  IntakeRow,
} from '../../../shared/ipc/intake.ts'
import { lazyPopup, usePopup } from '../../components/popups/use-popup.ts'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import classes from './intake.module.css'
import { percent } from './uploads.ts'
import type { Choice, Choices, Owners } from './use-owners.ts'
import type { RowChange } from './use-tray.tsx'

type ChoiceCellProps = {
  /** The field and its file: `Type of Will.pdf`. */
  label: string
  choices: Choices
  value: string | null
  /** The text shown while nothing is chosen; undefined if a choice is required. */
  none: string
  /** Why the value is what it is, if it was proposed. */
  proposal: IntakeProposal | null
  /** A value that is not sure: it is listed first. */
  suggested: IntakeProposal | null
  onChoose: (value: string | null) => void
}

const nothing = '\0'

/** Where a value comes from: a page with its words, or the file's name. The words for a type in the name say themselves where they are. */
const sourceOf = ({ page, words }: IntakeProposal) =>
  page === null
    ? { from: 'its name', words: words.startsWith('“') ? words : '' }
    : { from: `page ${page}`, words: `“${words}”` }

type NoteProps = Pick<ChoiceCellProps, 'proposal' | 'suggested'> & {
  id: string /** The suggested value. */
  called: string
}

/**
 * Two lines below a field that are always there, so that nothing moves when a proposal comes. Words that do not fit are shown while the
 * field has the focus or the pointer is on them.
 */
function ProposalNote({ id, proposal, suggested, called }: NoteProps) {
  const basis = proposal ?? suggested
  const source = basis === null ? null : sourceOf(basis)
  return (
    <span id={id} className={`note ${classes.note}`}>
      {source === null ? null : (
        <>
          <span className="cut">
            {proposal === null ? (
              <>
                Not sure: <RecordText>{called}</RecordText>, from {source.from}
              </>
            ) : (
              `Proposed from ${source.from}`
            )}
          </span>{' '}
          <span className={classes.words}>
            <RecordText>{source.words}</RecordText>
          </span>
        </>
      )}
    </span>
  )
}

/** A select that is plain text until it is clicked: hundreds of mounted select inputs would render slowly. */
function ChoiceCell({ label, choices, value, none, proposal, suggested, onChoose }: ChoiceCellProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const returning = useRef(false)
  const noteId = useId()
  useEffect(() => {
    if (open || !returning.current) return
    returning.current = false
    button.current?.focus()
  }, [open])
  const nameOf = (of: string) => choices.list.find((choice) => choice.value === of)?.label ?? of
  const called = value === null ? null : nameOf(value)
  const close = (back: boolean) => {
    returning.current = back
    setOpen(false)
  }
  return (
    <div className={classes.cell}>
      {open ? (
        <OpenList {...{ label, choices, value, none, suggested, onChoose, close }} />
      ) : (
        <button
          ref={button}
          type="button"
          className={`cut ${classes.choice}`}
          aria-haspopup="listbox"
          aria-label={`${label}: ${called ?? none}`}
          aria-describedby={noteId}
          aria-keyshortcuts="Delete"
          data-proposed={proposal !== null || undefined}
          title={value === null ? undefined : `${called} (Delete clears it)`}
          onClick={() => setOpen(true)}
          onKeyDown={(event) => {
            if ((event.key !== 'Delete' && event.key !== 'Backspace') || value === null) return
            event.preventDefault()
            event.stopPropagation()
            onChoose(null)
          }}
        >
          {called === null ? <Quiet>{none}</Quiet> : <RecordText>{called}</RecordText>}
        </button>
      )}
      <ProposalNote
        id={noteId}
        called={suggested === null ? '' : nameOf(suggested.value)}
        {...{ proposal, suggested }}
      />
    </div>
  )
}

type OpenProps = Omit<ChoiceCellProps, 'proposal'> & { close: (back: boolean) => void }

/** The select, with its list open from the start. A proposal that comes while it is open changes nothing in it. */
function OpenList({ label, choices, value, none, suggested, onChoose, close }: OpenProps) {
  const field = useRef<HTMLInputElement>(null)
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    // Mantine sets neither `role="combobox"` nor `aria-expanded` here.
    field.current?.setAttribute('role', 'combobox')
    field.current?.setAttribute('aria-expanded', 'true')
    // The list mounts one frame later, so `aria-controls` is set once it exists.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  const [chosen] = useState(value ?? nothing)
  const [began] = useState([{ value: nothing, label: none }, ...(value === null ? [] : [{ value, label: value }])])
  const [read, setRead] = useState<readonly Choice[] | null>(null)
  // The name of the chosen one, which comes with the choices, does not replace what was typed before.
  const [typed, setTyped] = useState<string | null>(null)
  if (read === null && choices.isRead) {
    const first = choices.list.filter((choice) => choice.value === suggested?.value)
    const rest = choices.list.filter((choice) => choice.value !== suggested?.value)
    setRead([...first, { value: nothing, label: none }, ...rest])
  }
  return (
    <Select
      size="xs"
      aria-label={label}
      ref={field}
      data-drawn={drawn}
      autoFocus
      defaultDropdownOpened
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      withScrollArea={false}
      classNames={{ options: 'option-list' }}
      comboboxProps={{ width: 280, position: 'bottom-start', keepMounted: true, transitionProps: { duration: 0 } }}
      data={[...(read ?? began)]}
      value={chosen}
      {...(typed === null ? {} : { searchValue: typed })}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      nothingFoundMessage={choices.none}
      onChange={(now) => {
        if (now !== null) onChoose(now === nothing ? null : now)
        close(true)
      }}
      onBlur={() => close(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close(true)
      }}
    />
  )
}

type NameCellProps = { fileName: string; value: string; onName: (name: string) => void }

/** Edits the document's future name; saved on blur or Enter. */
function NameCell({ fileName, value, onName }: NameCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const keep = () => {
    if (typed !== null && typed !== value) onName(typed)
    setTyped(null)
  }
  return (
    <input
      className={classes.name}
      aria-label={`Name of ${fileName}`}
      aria-invalid={(typed ?? value).trim() === ''}
      dir="auto"
      maxLength={1000}
      autoComplete="off"
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

/** Says where the same file already exists, with a link to it. */
function Duplicate({ duplicate: { where, id, title } }: { duplicate: IntakeDuplicate }) {
  const connectionId = useConnection().id
  const name = <RecordText>{title}</RecordText>
  return (
    <span className={`warned ${classes.warning}`}>
      {where === 'tray' ? (
        <>
          The same file as <a href={`#${id}`}>{name}</a> in this list
        </>
      ) : null}
      {where === 'outbox' ? (
        <>
          The same file as{' '}
          <Link to="/c/$connectionId/outbox/$operationId" params={{ connectionId, operationId: id }}>
            {name}
          </Link>
          , which is waiting to be uploaded
        </>
      ) : null}
      {where === 'document' ? (
        <>
          The same file as the document{' '}
          <Link to="/c/$connectionId/documents/$id" params={{ connectionId, id }}>
            {name}
          </Link>
        </>
      ) : null}
    </span>
  )
}

function Issue({ issue: { message, next_step } }: { issue: IntakeIssue }) {
  return (
    <span>
      <span className="negative">{message}</span> <Quiet>{next_step}</Quiet>
    </span>
  )
}

const pagesWords: Readonly<Record<IntakePages, string>> = {
  waiting: 'Reading its pages…',
  read: '',
  protected: 'Has a password: its pages are not read.',
  scan: 'A scan without text: its pages are not read.',
  'too-large': 'Too large for its pages to be read.',
  unreadable: 'Damaged: its pages are not read.',
  'no-text': 'A file without text to read.',
  forbidden: 'Your firm lets only its name be read.',
}

const CheckDialog = lazyPopup('The questions about a file', async () => (await import('./CheckDialog.tsx')).CheckDialog)

/** Opens what is to be looked at; a question about the household comes first. */
function Check({ row, onHousehold }: { row: IntakeRow; onHousehold: (householdId: string) => void }) {
  const [opened, onOpened] = useState(false)
  const { button, popup } = usePopup('dialog', { opened, onOpened })
  const { household_id: other } = row.proposals
  const text =
    other === null
      ? countOf(row.doubts.length, 'thing to check', 'things to check')
      : `Another household’s? ${other.title}`
  return (
    <>
      <button
        {...button}
        type="button"
        className={`${classes.link} ${classes.check}`}
        aria-label={`${text}: ${row.file_name}`}
      >
        {text}
      </button>
      {popup ? (
        <CheckDialog
          {...{ popup, row }}
          onHousehold={(id) => {
            onOpened(false)
            onHousehold(id)
          }}
        />
      ) : null}
    </>
  )
}

const readyWords = ({ type }: IntakeRow) => (type === '' ? 'Needs a type' : 'Ready')

/** The state of a file: being copied, ready, or failed with the reason; below, how its pages were read. */
function RowState({ row, onHousehold }: { row: IntakeRow; onHousehold: (householdId: string) => void }) {
  if (row.state === 'staging') {
    const share = row.size === 0 ? 0 : row.received / row.size
    return (
      <span className={`column ${classes.outcome}`}>
        <span className="line tabular quiet">
          <progress className={classes.progress} max={1} value={share} aria-label={`Reading ${row.file_name}`} />
          {row.received === 0 ? 'Waiting' : percent(share)}
        </span>
        <span className={`note ${classes.note}`} />
      </span>
    )
  }
  const { issue, duplicates, state, pages, proposals, doubts } = row
  return (
    <span className={`column ${classes.outcome}`}>
      {issue ? <Issue issue={issue} /> : null}
      {duplicates.map((duplicate) => (
        <Duplicate key={duplicate.where + duplicate.id} duplicate={duplicate} />
      ))}
      {state === 'ready' && !issue && duplicates.length === 0 ? readyWords(row) : null}
      {state === 'failed' ? null : (
        <span className={`note ${classes.note}`}>
          {proposals.household_id !== null || doubts.length > 0 ? (
            <Check {...{ row, onHousehold }} />
          ) : (
            pagesWords[pages]
          )}
        </span>
      )}
    </span>
  )
}

/** The instrument's date, which no field of a document holds: it can go into the name. */
function InstrumentDate({ row, onChange }: { row: IntakeRow; onChange: (change: RowChange) => void }) {
  const { date } = row.proposals
  if (date === null) return <span className={`note ${classes.note}`} />
  const shown = formatCalendarDate(date.value)
  return (
    <span className={`note ${classes.note}`}>
      <span className={classes.date}>
        <span className={classes.day}>Dated {shown}</span>
        <button
          type="button"
          className={`cut ${classes.link}`}
          aria-label={`Add the date ${shown} to the name of ${row.file_name}`}
          aria-keyshortcuts="Delete"
          title="Delete removes the date"
          onClick={() => onChange({ name: `${row.name} – ${shown}`.slice(0, 1000), date: null })}
          onKeyDown={(event) => {
            if (event.key === 'Delete' || event.key === 'Backspace') onChange({ date: null })
          }}
        >
          Add to name
        </button>
      </span>
      <span className={classes.words}>
        Page {date.page}: “<RecordText>{date.words}</RecordText>”
      </span>
    </span>
  )
}

export const typeChoices: Choices = {
  list: Object.entries(documentTypeNames).map(([value, label]) => ({ value, label })),
  ...{ none: 'No matches.', isRead: true },
}

type Props = {
  row: IntakeRow
  owners: Owners
  selected: boolean
  onSelect: (id: string, selected: boolean, range: boolean) => void
  onChange: (id: string, change: RowChange) => void
  onRemove: (id: string) => void
}

/** One file: its name, type, owner and state. */
export const TrayRow = memo(function TrayRow({ row, owners, selected, onSelect, onChange, onRemove }: Props) {
  const { id, file_name: file, folder, size } = row
  const set = (change: RowChange) => onChange(id, change)
  const lost = row.state === 'failed'
  const move = (household_id: string) => set({ household_id })
  return (
    <tr id={id} data-selected={selected || undefined} data-state={row.state}>
      <td>
        <Checkbox
          size="xs"
          aria-label={`Select ${file}`}
          checked={selected}
          onChange={(event) => {
            const { shiftKey } = event.nativeEvent as unknown as MouseEvent
            onSelect(id, event.currentTarget.checked, shiftKey === true)
          }}
        />
      </td>
      <th scope="row">
        <span className={`cut ${classes.file}`} title={file}>
          <RecordText>{file}</RecordText>
        </span>
        <span className={`note cut ${classes.note}`}>
          {lost && size === 0 ? null : formatBytes(size)}
          {folder === '' ? null : <RecordText>{folder}</RecordText>}
        </span>
      </th>
      {lost ? (
        <td colSpan={5}>
          <RowState row={row} onHousehold={move} />
        </td>
      ) : (
        <>
          <td>
            <NameCell fileName={file} value={row.name} onName={(name) => set({ name })} />
            <InstrumentDate row={row} onChange={set} />
          </td>
          <td data-label="Type">
            <ChoiceCell
              label={`Type of ${file}`}
              choices={typeChoices}
              value={row.type === '' ? null : row.type}
              none="None"
              proposal={row.proposals.type}
              suggested={row.suggested.type}
              onChoose={(type) => set({ type: type ?? '' })}
            />
          </td>
          <td data-label="Entity">
            <ChoiceCell
              label={`Entity of ${file}`}
              choices={owners.entities}
              value={row.entity_id}
              none="None"
              proposal={row.proposals.entity_id}
              suggested={row.suggested.entity_id}
              onChoose={(entity_id) => set({ entity_id })}
            />
          </td>
          <td data-label="Person">
            <ChoiceCell
              label={`Person of ${file}`}
              choices={owners.individuals}
              value={row.individual_id}
              none="None"
              proposal={row.proposals.individual_id}
              suggested={row.suggested.individual_id}
              onChoose={(individual_id) => set({ individual_id })}
            />
          </td>
          <td>
            <RowState row={row} onHousehold={move} />
          </td>
        </>
      )}
      <td>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={`Remove ${file}`} onClick={() => onRemove(id)}>
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </td>
    </tr>
  )
})
