import { Button, Checkbox, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { EmptyState } from '../../components/States.tsx'
import { OfflineMark } from '../../components/sync-state.tsx'
import { Quiet } from '../../components/Values.tsx'
import { useClient, useConnection } from '../../lib/api.ts'
import { useReadOnlyReason } from '../../lib/policy.ts'
import classes from './intake.module.css'
import { TrayRow, typeChoices } from './TrayRow.tsx'
import { percent } from './uploads.ts'
import { type Choices, useOwners } from './use-owners.ts'
import { type TrayActions, useTrayActions, useTrayRows } from './use-tray.tsx'

type RowSelection = {
  ids: ReadonlySet<string>
  /** With `range`, also sets all rows between this row and the one that was set last. */
  set(id: string, selected: boolean, range: boolean): void
  setAll(rows: readonly IntakeRow[], selected: boolean): void
  clear(): void
}

type State = { marked: ReadonlySet<string>; last: string | null }

/** `ids`: the rows to set. `to`: the row that was set, with all between it and the last one. */
type Change = { selected: boolean } & ({ ids: readonly string[] } | { to: string; range: boolean })

const none: State = { marked: new Set(), last: null }

/** The ids from the last row set to this one, in the order of the tray. */
function idsBetween(rows: readonly IntakeRow[], last: string, to: string): string[] {
  const order = rows.map(({ id }) => id)
  const [from, end] = [order.indexOf(last), order.indexOf(to)]
  return from < 0 ? [to] : order.slice(Math.min(from, end), Math.max(from, end) + 1)
}

/** The selected rows. Rows that have left the tray are no longer selected. */
function useSelection(rows: readonly IntakeRow[]): RowSelection {
  const reduce = ({ marked, last }: State, change: Change | 'clear'): State => {
    if (change === 'clear') return { marked: none.marked, last }
    const next = new Set(marked)
    const ids =
      'ids' in change ? change.ids : idsBetween(rows, change.range && last !== null ? last : change.to, change.to)
    for (const id of ids) {
      if (change.selected) next.add(id)
      else next.delete(id)
    }
    return { marked: next, last: 'to' in change ? change.to : last }
  }
  const [{ marked }, change] = useReducer(reduce, none)
  return {
    ids: new Set(rows.map(({ id }) => id).filter((id) => marked.has(id))),
    // Stays the same, so that a row is drawn again only when it has changed.
    set: useCallback((id, selected, range) => change({ selected, to: id, range }), []),
    setAll: (of, selected) => change({ selected, ids: of.map(({ id }) => id) }),
    clear: () => change('clear'),
  }
}

const shownAtOnce = 100

type Props = {
  householdId: string
  rows: readonly IntakeRow[]
  selection: RowSelection
  onChange: (id: string, change: Parameters<TrayActions['change']>[1]) => void
  onRemove: (id: string) => void
}

/** The files of one household. */
function HouseholdRows({ householdId, rows, selection, onChange, onRemove }: Props) {
  const connectionId = useConnection().id
  const owners = useOwners(householdId)
  const [most, setMost] = useState(shownAtOnce)
  const chosen = rows.filter(({ id }) => selection.ids.has(id)).length
  return (
    <Section
      title={owners.title}
      count={rows.length}
      aside={
        <Link to="/c/$connectionId/households/$id" params={{ connectionId, id: householdId }}>
          Open the household
        </Link>
      }
    >
      <div className="scroll-x">
        <table className={classes.table} aria-label={`Files for ${owners.title}`}>
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label={`Select all files for ${owners.title}`}
                  checked={chosen === rows.length}
                  indeterminate={chosen > 0 && chosen < rows.length}
                  onChange={(event) => selection.setAll(rows, event.currentTarget.checked)}
                />
              </th>
              <th scope="col">File</th>
              <th scope="col">Name</th>
              <th scope="col">Type</th>
              <th scope="col">Entity</th>
              <th scope="col">Person</th>
              <th scope="col">State</th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <TrayRow
                key={row.id}
                row={row}
                owners={owners}
                selected={selection.ids.has(row.id)}
                onSelect={selection.set}
                onChange={onChange}
                onRemove={onRemove}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most ? (
        <Button variant="default" mt={12} onClick={() => setMost(most + shownAtOnce)}>
          Show more ({formatCount(rows.length - most)} left)
        </Button>
      ) : null}
    </Section>
  )
}

type TrayBarProps = {
  rows: readonly IntakeRow[]
  selected: readonly IntakeRow[]
  actions: TrayActions
  onClear: () => void
}

const nothing = '\0'

/** A select that applies its value to all selected rows. */
function ForAll(props: { label: string; choices: Choices; onChoose: (value: string) => void }) {
  return (
    <Select
      size="xs"
      aria-label={`${props.label} of the selected files`}
      placeholder={`${props.label}…`}
      searchable
      selectFirstOptionOnChange
      withScrollArea={false}
      classNames={{ options: 'option-list' }}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      data={[...props.choices.list]}
      value={null}
      onChange={(value) => value !== null && props.onChoose(value)}
      nothingFoundMessage={props.choices.none}
    />
  )
}

const withNone = ({ list, ...about }: Choices): Choices => ({
  ...about,
  list: [{ value: nothing, label: 'None' }, ...list],
})
const orNull = (value: string) => (value === nothing ? null : value)

/** Sets the owner of all selected rows; the choices are the entities and people of their common household. */
function ForOneHousehold({ householdId, ids, actions }: { householdId: string; ids: string[]; actions: TrayActions }) {
  const { entities, individuals } = useOwners(householdId)
  return (
    <>
      <ForAll
        label="Entity"
        choices={withNone(entities)}
        onChoose={(value) => actions.change(ids, { entity_id: orNull(value) })}
      />
      <ForAll
        label="Person"
        choices={withNone(individuals)}
        onChoose={(value) => actions.change(ids, { individual_id: orNull(value) })}
      />
    </>
  )
}

/** The number of files and their progress, actions for the selected rows, and the upload button. */
function TrayBar({ rows, selected, actions, onClear }: TrayBarProps) {
  const readOnly = useReadOnlyReason()
  const staging = rows.filter(({ state }) => state === 'staging')
  const meant = selected.length > 0 ? selected : rows
  const read = meant.filter(({ state }) => state === 'ready')
  const ready = read.filter(({ type }) => type !== '').map(({ id }) => id)
  const untyped = read.length - ready.length
  const size = rows.reduce((sum, row) => sum + row.size, 0)
  const received = rows.reduce((sum, row) => sum + (row.state === 'failed' ? row.size : row.received), 0)
  const ids = selected.map(({ id }) => id)
  const [first] = selected
  const sameHousehold = first && selected.every(({ household_id: id }) => id === first.household_id)
  const notReady = untyped > 0 ? 'None of these files has a type yet.' : 'None of these files has been fully read yet.'
  const why = readOnly ?? (ready.length === 0 ? notReady : null)
  return (
    <div className={`row ${classes.bar}`}>
      {selected.length === 0 ? (
        <span role="status" className="line tabular">
          {staging.length === 0 ? (
            <Quiet>
              {rows.length === 1 ? '1 file' : `${formatCount(rows.length)} files`}, {formatBytes(size)}
            </Quiet>
          ) : (
            <>
              <progress className={classes.progress} max={1} value={received / size} aria-label="Reading files" />
              {`Reading ${formatCount(staging.length)} of ${formatCount(rows.length)} files, ${percent(received / size)} of ${formatBytes(size)}`}
            </>
          )}
        </span>
      ) : (
        <>
          <strong>{formatCount(selected.length)} selected</strong>
          <ForAll label="Type" choices={typeChoices} onChoose={(type) => actions.change(ids, { type })} />
          {sameHousehold ? (
            <ForOneHousehold householdId={first.household_id} ids={ids} actions={actions} />
          ) : (
            <Quiet>From several households</Quiet>
          )}
          <Button variant="default" size="xs" onClick={() => actions.remove(ids)}>
            Remove
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
            Deselect
          </Button>
        </>
      )}
      <span className={`line ${classes.submit}`}>
        {untyped === 0 ? null : <Quiet>{formatCount(untyped)} without a type</Quiet>}
        <ReasonedButton
          variant={why === null ? 'filled' : 'default'}
          reason={why}
          loading={actions.pending}
          onClick={() => actions.submit(ready)}
        >
          {why !== null
            ? 'Upload'
            : ready.length === 1
              ? 'Upload 1 document'
              : `Upload ${formatCount(ready.length)} documents`}
        </ReasonedButton>
      </span>
    </div>
  )
}

/** Reads the pages of the files that are here while the tray is on the screen; leaving it cancels the reading. */
function useReadPages(rows: readonly IntakeRow[]): void {
  const client = useClient()
  const connectionId = useConnection().id
  const isWaiting = rows.some(({ state, pages }) => state === 'ready' && pages === 'waiting')
  useEffect(() => {
    if (!isWaiting) return
    const leaving = new AbortController()
    // Files that could not be read stay unread, and say so.
    client.intake.readPages({ connectionId }, { signal: leaving.signal }).catch(() => {})
    return () => leaving.abort()
  }, [client, connectionId, isWaiting])
}

function Tray({ rows }: { rows: readonly IntakeRow[] }) {
  const actions = useTrayActions()
  const selection = useSelection(rows)
  useReadPages(rows)
  const households = [...new Set(rows.map(({ household_id: id }) => id))]
  return (
    <>
      <TrayBar
        rows={rows}
        selected={rows.filter(({ id }) => selection.ids.has(id))}
        actions={actions}
        onClear={selection.clear}
      />
      {households.map((household) => (
        <HouseholdRows
          key={household}
          householdId={household}
          rows={rows.filter(({ household_id: id }) => id === household)}
          selection={selection}
          onChange={actions.changeRow}
          onRemove={actions.removeRow}
        />
      ))}
    </>
  )
}

/** Dropped files that are not uploaded yet: each gets its name, type and owner here. */
export function IntakePage() {
  const connectionId = useConnection().id
  return (
    <Page title="Files to upload" aside={<OfflineMark />}>
      <QueryView query={useTrayRows()} label="files to upload">
        {({ rows }) =>
          rows.length > 0 ? (
            <Tray rows={rows} />
          ) : (
            <EmptyState
              title="No files to upload"
              hint="Drop files or folders on the page of a household, an entity or a person. They are listed here first, encrypted, so that you can describe each one. Uploads stay in the outbox until the service has received them."
            >
              <Link to="/c/$connectionId/outbox" params={{ connectionId }}>
                Go to the outbox
              </Link>
            </EmptyState>
          )
        }
      </QueryView>
    </Page>
  )
}
