import { Button, Checkbox, NativeSelect, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { mappingProblems } from '../../../shared/domain/import/guess-mapping.ts'
import { type ImportPart, importFields, importParts } from '../../../shared/domain/import/import-fields.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import { type ImportPlan, type ImportSummary, maxImportRows } from '../../../shared/ipc/imports.ts'
import { householdFields } from '../../../shared/records/household.ts'
import type { GridColumn } from '../../components/data-grid/grid-column.ts'
import { useUserChoices } from '../../components/filters/use-choices.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { Page } from '../../components/Page.tsx'
import { RecordTable } from '../../components/RecordTable.tsx'
import { Section } from '../../components/Section.tsx'
import { ShowInFolder } from '../../components/ShowInFolder.tsx'
import { EmptyState, ErrorState } from '../../components/States.tsx'
import { useUndoneOf } from '../../components/undo/undone.ts'
import { OptionalText, Quiet } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden, useReadOnlyReason } from '../../lib/policy.ts'
import { presentError } from '../../lib/present-error.ts'
import { CheckedRows } from './CheckedRows.tsx'
import { FileSlot } from './FileSlot.tsx'
import classes from './import.module.css'
import { answersOf, type ImportFiles, openQuestions, type ReadyFile, useImportFiles } from './use-import-files.ts'
import { goodIn, type ImportRun, useImportRun } from './use-import-run.ts'

type Props = { part: ImportPart; file: ReadyFile; files: ImportFiles; disabled: boolean }
type Column = { at: number; header: string; samples: readonly string[] }

const leftOut = { value: '', label: 'Not imported' }

/** The problems of a column mapping, one sentence each; empty if the rows can be checked with it. */
const columnProblems = (part: ImportPart, { mapping, shape }: ReadyFile): string[] =>
  mappingProblems(part, mapping, shape.columns.length)

/** Maps each column of a file to a field, next to a few sample values. */
function ColumnTable({ part, file, files, disabled }: Props) {
  const fields = Object.entries(importFields[part]).map(([value, { label }]) => ({ value, label }))
  const rows: Column[] = file.shape.columns.map((column, at) => ({ at, ...column }))
  const columns: readonly GridColumn<Column>[] = [
    { id: 'header', header: 'Column', width: 200, cell: ({ header, at }) => header || `Column ${at + 1}` },
    {
      id: 'field',
      header: 'Field',
      width: 240,
      cell: ({ at, header }) => (
        <NativeSelect
          size="xs"
          aria-label={`Field for column “${header || at + 1}”`}
          disabled={disabled}
          data={[leftOut, ...fields]}
          value={file.mapping[at] ?? ''}
          onChange={({ currentTarget }) => files.setField(part, at, currentTarget.value || null)}
        />
      ),
    },
    {
      id: 'samples',
      header: 'Examples',
      width: 400,
      cell: ({ samples }) => <OptionalText text={samples.join(' · ')} />,
    },
  ]
  const problems = columnProblems(part, file)
  return (
    <Section title={`Columns in the ${resourceNames[part].many.toLowerCase()} file`} count={rows.length}>
      {file.shape.remembered ? <Quiet>Same as last time for a file with these headers.</Quiet> : null}
      <div className={classes.columns}>
        <RecordTable
          label={`Columns, ${resourceNames[part].many.toLowerCase()}`}
          columns={columns}
          rows={rows}
          keyOf={({ at }) => String(at)}
        />
      </div>
      {problems.length === 0 ? null : (
        <ul className={classes.problems} aria-label="To correct before checking">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}

type ImportBarProps = {
  run: ImportRun
  /** How many of the imported rows were undone since. */
  undone: number
  /** Why the rows cannot be checked yet; null when they can. */
  wait: string | null
  onCheck: () => void
  onSave: () => void
  onStop: () => void
}

/** The outcome of the imported rows. */
function outcomeWords(done: number, left: number, undone: number): string {
  if (undone >= done && undone > 0)
    return 'The import was undone. Nothing of it is sent. To import the files, add them again.'
  const said =
    undone > 0
      ? `${formatCount(undone)} of ${formatCount(done)} rows were undone; the others were sent already.`
      : `${formatCount(done)} ${done === 1 ? 'row' : 'rows'} saved on this computer, to be sent from the outbox.`
  return left > 0 ? `${said} ${formatCount(left)} were not processed.` : said
}

/** The result of the check in words. */
function inWords({ households, individuals, into_existing, into_new }: ImportSummary): string {
  const changing = (households?.changing ?? 0) + (individuals?.changing ?? 0)
  const unchanged = (households?.unchanged ?? 0) + (individuals?.unchanged ?? 0)
  const parts = [
    households && `${formatCount(households.good)} of ${formatCount(households.rows)} households are valid`,
    individuals && `${formatCount(individuals.good)} of ${formatCount(individuals.rows)} people are valid`,
    changing + unchanged > 0 &&
      `${formatCount(changing)} change records that exist, ${formatCount(unchanged)} need no change`,
    individuals && `${formatCount(into_existing)} into existing households, ${formatCount(into_new)} into new ones`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function Progress({ label, done, total, onStop }: { label: string; done: number; total: number; onStop: () => void }) {
  return (
    <>
      <progress className={classes.progress} aria-label={label} max={Math.max(1, total)} value={done} />
      <span role="status">
        {label} {formatCount(done)} of {formatCount(total)}…
      </span>
      <Button variant="default" onClick={onStop}>
        Stop
      </Button>
    </>
  )
}

/** Starts and stops checking and importing, and shows the results. */
function ImportBar({ run, undone, wait, onCheck, onSave, onStop }: ImportBarProps) {
  const connectionId = useConnection().id
  const check = (
    <Button variant={run.step === 'idle' ? 'filled' : 'default'} disabled={wait !== null} onClick={onCheck}>
      {run.step === 'idle' ? 'Check the rows' : 'Check again'}
    </Button>
  )
  if (run.step === 'checking' || run.step === 'saving') {
    const label = run.step === 'checking' ? 'Checking' : 'Importing'
    return (
      <div className={`line ${classes.bar}`}>
        <Progress label={label} done={run.done} total={run.total} onStop={onStop} />
      </div>
    )
  }
  if (run.step === 'idle') {
    return (
      <div className={`line ${classes.bar}`}>
        {check}
        <Quiet>{wait ?? 'Checking does not save anything.'}</Quiet>
      </div>
    )
  }
  if (run.step === 'checked') {
    const good = goodIn(run.summary)
    return (
      <div className={`line ${classes.bar}`}>
        <Button disabled={good === 0} onClick={onSave}>
          {good === 1 ? 'Import 1 row' : `Import ${formatCount(good)} rows`}
        </Button>
        {check}
        <span role="status">{inWords(run.summary)}</span>
      </div>
    )
  }
  const left = run.total - run.done
  return (
    <div className={`line ${classes.bar}`}>
      {left > 0 ? <Button onClick={onSave}>{`Import the other ${formatCount(left)}`}</Button> : null}
      <span role="status">{outcomeWords(run.done, left, undone)}</span>
      <Link to="/c/$connectionId/outbox" params={{ connectionId }}>
        See the outbox
      </Link>
      <Link to="/c/$connectionId/households" params={{ connectionId }}>
        Go to households
      </Link>
    </div>
  )
}

/** Saves the rows that were not imported to a file, each with the reason, so that they can be corrected and imported. */
function SaveRefused({ part, importId }: { part: ImportPart; importId: string }) {
  const api = useApi()
  const connectionId = useConnection().id
  const write = useMutation(api.imports.exportRefused.mutationOptions({ meta: { shown: true } }))
  const file = write.data?.file ?? null
  const failure = write.error
  const many = resourceNames[part].many.toLowerCase()
  const forbidden = useForbidden('imports.exportRefused')
  return (
    <div className={classes.refusedFile}>
      <ReasonedButton
        reason={forbidden}
        loading={write.isPending}
        onClick={() => write.mutate({ connectionId, import_id: importId, part })}
      >
        Save the {many} that were not imported…
      </ReasonedButton>
      <span role={failure ? 'alert' : 'status'}>
        {failure ? `${presentError(failure).cause} ${presentError(failure).nextStep}` : null}
        {file && !failure ? (
          <>
            {formatCount(file.rows)} rows, with reasons, are in <bdi>{file.name}</bdi>.
          </>
        ) : null}
      </span>
      {file ? <ShowInFolder handle={file.handle} variant="subtle" color="gray" /> : null}
    </div>
  )
}

type Existing = Pick<ImportPlan, 'existing' | 'empty_clears'>

function planOf({ files }: ImportFiles, default_owner_id: string | null, existing: Existing): ImportPlan {
  const of = (part: ImportPart) => {
    const file = files[part]
    return file.step === 'ready' ? { mapping: file.mapping, answers: answersOf(file) } : null
  }
  return { households: of('households'), individuals: of('individuals'), default_owner_id, ...existing }
}

/** Why the rows cannot be checked yet; null when they can. */
function whyWait({ files }: ImportFiles): string | null {
  const steps = importParts.map((part) => files[part].step)
  const isReadAgain = importParts.some((part) => 'isReadAgain' in files[part] && files[part].isReadAgain)
  if (steps.includes('reading') || isReadAgain) return 'The file is still being read.'
  if (steps.includes('failed')) return 'Replace or remove the file that cannot be read.'
  if (!steps.includes('ready')) return 'Choose a households file, a people file, or both.'
  const problems = importParts.flatMap((part) => {
    const file = files[part]
    if (file.step !== 'ready') return []
    const [open] = openQuestions(file)
    return [...(open ? ['Answer the questions about the file first.'] : []), ...columnProblems(part, file)]
  })
  return problems[0] ?? null
}

function DefaultOwner({
  value,
  disabled,
  onOwner,
}: {
  value: string | null
  disabled: boolean
  onOwner: (id: string) => void
}) {
  const { users, none } = useUserChoices(true)
  return (
    <Select
      size="xs"
      className={classes.owner}
      label={`${householdFields.primary_relationship_owner_id.label} for new households without one`}
      placeholder="Choose a user"
      searchable
      disabled={disabled}
      data={[...users]}
      value={value}
      allowDeselect={false}
      onChange={(id) => id && onOwner(id)}
      nothingFoundMessage={none}
    />
  )
}

/** The choice for rows about records that exist. */
function ExistingChoice({
  value: { existing, empty_clears: emptyClears },
  disabled,
  onChange,
}: {
  value: Existing
  disabled: boolean
  onChange: (value: Existing) => void
}) {
  const updates = existing === 'update'
  return (
    <div className={`column ${classes.existing}`}>
      <Checkbox
        size="xs"
        label="Update records that exist"
        description="A household is found by its external ID; a person by name and date of birth, or by name and email if neither has anything that the other lacks. A row that could be about someone else is rejected."
        disabled={disabled}
        checked={updates}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ existing: checked ? 'update' : 'refuse', empty_clears: checked && emptyClears })
        }
      />
      <Checkbox
        size="xs"
        className={classes.nested}
        label="An empty cell clears the field"
        description={
          updates
            ? 'Only in columns that are mapped to a field that can be cleared. Otherwise an empty cell leaves the field as it is.'
            : 'For records that exist.'
        }
        disabled={disabled || !updates}
        checked={emptyClears}
        onChange={({ currentTarget: { checked } }) => onChange({ existing, empty_clears: checked })}
      />
    </div>
  )
}

function Import() {
  const api = useApi()
  const connectionId = useConnection().id
  const me = useQuery(api.places.me.queryOptions({ input: { connectionId } })).data?.user_id ?? null
  const [chosen, setChosen] = useState<string | null>(null)
  const owner = chosen ?? me
  const files = useImportFiles()
  const [existing, setExisting] = useState<Existing>({ existing: 'refuse', empty_clears: false })
  const { state, check, save, stop } = useImportRun(files)
  const busy = state.step === 'checking' || state.step === 'saving'
  const outdated = 'version' in state && state.version !== files.version && state.step === 'checked'
  const run = outdated ? ({ step: 'idle', error: null } as const) : state
  const undone = useUndoneOf(run.step === 'ended' ? run.saveId : null)
  const isUndone = run.step === 'ended' && undone > 0 && undone >= run.done
  const checked = 'summary' in run ? run : null
  const unfinished = checked?.step === 'ended' && checked.done < checked.total
  return (
    <>
      <p className={classes.lead}>
        <Quiet>
          From CSV files or Excel workbooks of up to {maxImportRows.toLocaleString('en-US')} rows each. Every row is
          checked first. Only valid rows are imported, and you see which ones beforehand.
        </Quiet>
      </p>
      <div className={classes.slots}>
        {importParts.map((part) => (
          <FileSlot key={part} part={part} files={files} disabled={busy} />
        ))}
      </div>
      {files.files.households.step === 'ready' ? (
        <DefaultOwner
          value={owner}
          disabled={busy}
          onOwner={(id) => {
            setChosen(id)
            files.touch()
          }}
        />
      ) : null}
      {importParts.some((part) => files.files[part].step === 'ready') ? (
        <ExistingChoice
          value={existing}
          disabled={busy}
          onChange={(value) => {
            setExisting(value)
            files.touch()
          }}
        />
      ) : null}
      <ImportBar
        run={run}
        undone={undone}
        wait={whyWait(files)}
        onCheck={() => check(planOf(files, owner, existing))}
        onSave={() => checked && save(checked)}
        onStop={stop}
      />
      {'error' in run && run.error ? <ErrorState error={run.error} /> : null}
      {checked && !isUndone
        ? importParts.map((part) => {
            const counts = checked.summary[part]
            if (!counts) return null
            const round = `${checked.version} ${checked.step}`
            return (
              <div key={part}>
                <CheckedRows part={part} importId={checked.importId} counts={counts} round={round} />
                {counts.refused > 0 || unfinished ? <SaveRefused part={part} importId={checked.importId} /> : null}
              </div>
            )
          })
        : null}
      {importParts.map((part) => {
        const file = files.files[part]
        if (file.step !== 'ready' || (checked && checked.step !== 'checked')) return null
        // Which columns there are depends on the answer.
        if (openQuestions(file).some(({ id }) => id === 'header')) return null
        return <ColumnTable key={part} part={part} file={file} files={files} disabled={busy} />
      })}
    </>
  )
}

/** Imports households and their people from CSV files: choose, map, check, import. */
export function ImportPage() {
  const connectionId = useConnection().id
  const reason = useReadOnlyReason()
  return (
    <Page
      title="Import"
      crumbs={[{ label: 'Households', to: '/c/$connectionId/households', params: { connectionId } }]}
    >
      {reason === null ? <Import /> : <EmptyState title="Nothing can be imported here" hint={reason} />}
    </Page>
  )
}
