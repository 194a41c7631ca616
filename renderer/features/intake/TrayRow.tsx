import { ActionIcon, Checkbox, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useEffect, useRef, useState } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { documentTypeNames } from '../../../shared/domain/names.ts'
import type { IntakeDuplicate, IntakeIssue, IntakeRow } from '../../../shared/ipc/intake.ts'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import classes from './intake.module.css'
import { percent } from './uploads.ts'
import type { Choice, Owners } from './use-owners.ts'
import type { RowChange } from './use-tray.tsx'

type ChoiceCellProps = {
  /** The field and its file: `Type of Will.pdf`. */
  label: string
  choices: readonly Choice[]
  value: string | null
  /** The text shown while nothing is chosen; undefined if a choice is required. */
  none?: string | undefined
  /** Shown below the chosen value. */
  note?: string | null
  onChoose: (value: string | null) => void
}

const nothing = '\0'

/** A select that is plain text until it is clicked: hundreds of mounted select inputs would render slowly. */
function ChoiceCell({ label, choices, value, none, note, onChoose }: ChoiceCellProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const returning = useRef(false)
  useEffect(() => {
    if (open || !returning.current) return
    returning.current = false
    button.current?.focus()
  }, [open])
  const called = value === null ? null : (choices.find((choice) => choice.value === value)?.label ?? value)
  const close = (back: boolean) => {
    returning.current = back
    setOpen(false)
  }
  if (!open) {
    return (
      <>
        <button
          ref={button}
          type="button"
          className={`cut ${classes.choice}`}
          aria-haspopup="listbox"
          aria-label={`${label}: ${called ?? none ?? ''}`}
          title={called ?? undefined}
          onClick={() => setOpen(true)}
        >
          {called === null ? <Quiet>{none}</Quiet> : <RecordText>{called}</RecordText>}
        </button>
        {note ? <span className={`note cut ${classes.note}`}>{note}</span> : null}
      </>
    )
  }
  return <OpenList {...{ label, choices, value, none, onChoose, close }} />
}

type OpenProps = Omit<ChoiceCellProps, 'note'> & { close: (back: boolean) => void }

/** The select, with its list open from the start. */
function OpenList({ label, choices, value, none, onChoose, close }: OpenProps) {
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
  const data = [...(none === undefined ? [] : [{ value: nothing, label: none }]), ...choices]
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
      data={data}
      value={value ?? (none === undefined ? null : nothing)}
      nothingFoundMessage="No matches."
      onChange={(chosen) => {
        if (chosen !== null) onChoose(chosen === nothing ? null : chosen)
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

/** The state of a file: being copied, ready, or failed with the reason. */
function RowState({ row }: { row: IntakeRow }) {
  if (row.state === 'staging') {
    const share = row.size === 0 ? 0 : row.received / row.size
    return (
      <span className="line tabular quiet">
        <progress className={classes.progress} max={1} value={share} aria-label={`Reading ${row.file_name}`} />
        {row.received === 0 ? 'Waiting' : percent(share)}
      </span>
    )
  }
  const { issue, duplicates } = row
  return (
    <span className={`column ${classes.outcome}`}>
      {issue ? <Issue issue={issue} /> : null}
      {duplicates.map((duplicate) => (
        <Duplicate key={duplicate.where + duplicate.id} duplicate={duplicate} />
      ))}
      {row.state === 'ready' && !issue && duplicates.length === 0 ? 'Ready' : null}
    </span>
  )
}

export const typeChoices = Object.entries(documentTypeNames).map(([value, label]) => ({ value, label }))

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
          {folder === '' ? null : (
            <>
              {lost && size === 0 ? null : ' · '}
              <RecordText>{folder}</RecordText>
            </>
          )}
        </span>
      </th>
      {lost ? (
        <td colSpan={5}>
          <RowState row={row} />
        </td>
      ) : (
        <>
          <td>
            <NameCell fileName={file} value={row.name} onName={(name) => set({ name })} />
          </td>
          <td data-label="Type">
            <ChoiceCell
              label={`Type of ${file}`}
              choices={typeChoices}
              value={row.type === '' ? null : row.type}
              none="None"
              note={row.proposals.type?.words ?? null}
              onChoose={(type) => set({ type: type ?? '' })}
            />
          </td>
          <td data-label="Entity">
            <ChoiceCell
              label={`Entity of ${file}`}
              choices={owners.entities}
              value={row.entity_id}
              none="None"
              onChoose={(entity_id) => set({ entity_id })}
            />
          </td>
          <td data-label="Person">
            <ChoiceCell
              label={`Person of ${file}`}
              choices={owners.individuals}
              value={row.individual_id}
              none="None"
              onChoose={(individual_id) => set({ individual_id })}
            />
          </td>
          <td>
            <RowState row={row} />
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
