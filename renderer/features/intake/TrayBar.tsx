import { Button, Select } from '@mantine/core'
import { formatBytes } from '../../../shared/domain/bytes.ts'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { IntakeRow } from '../../../shared/ipc/intake.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useReadOnlyReason } from '../../components/forms/use-editing.ts'
import { Quiet } from '../../components/Values.tsx'
import classes from './intake.module.css'
import { typeChoices } from './TrayRow.tsx'
import { percent } from './uploads.ts'
import { type Choice, useOwners } from './use-owners.ts'
import type { TrayActions } from './use-tray.tsx'

type Props = { rows: readonly IntakeRow[]; selected: readonly IntakeRow[]; actions: TrayActions; onClear: () => void }

const nothing = '\0'

/** A select that applies its value to all selected rows. */
function ForAll(props: { label: string; choices: readonly Choice[]; onChoose: (value: string) => void }) {
  return (
    <Select
      size="xs"
      aria-label={`${props.label} of the selected files`}
      placeholder={`${props.label}…`}
      searchable
      selectFirstOptionOnChange
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      data={[...props.choices]}
      value={null}
      onChange={(value) => value !== null && props.onChoose(value)}
      nothingFoundMessage="No matches."
    />
  )
}

const withNone = (choices: readonly Choice[]): Choice[] => [{ value: nothing, label: 'None' }, ...choices]
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
export function TrayBar({ rows, selected, actions, onClear }: Props) {
  const readOnly = useReadOnlyReason()
  const staging = rows.filter(({ state }) => state === 'staging')
  const meant = selected.length > 0 ? selected : rows
  const ready = meant.filter(({ state }) => state === 'ready').map(({ id }) => id)
  const size = rows.reduce((sum, row) => sum + row.size, 0)
  const received = rows.reduce((sum, row) => sum + (row.state === 'failed' ? row.size : row.received), 0)
  const ids = selected.map(({ id }) => id)
  const [first] = selected
  const sameHousehold = first && selected.every(({ household_id: id }) => id === first.household_id)
  const why = readOnly ?? (ready.length === 0 ? 'None of these files has been fully read yet.' : null)
  return (
    <div className={classes.bar}>
      {selected.length === 0 ? (
        <span role="status" className={classes.total}>
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
      <span className={classes.submit}>
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
