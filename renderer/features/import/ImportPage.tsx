import { Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportPart, importParts } from '../../../shared/domain/import/import-fields.ts'
import { type ImportPlan, maxImportRows } from '../../../shared/ipc/imports.ts'
import { useUserChoices } from '../../components/filters/use-choices.ts'
import { useReadOnlyReason } from '../../components/forms/use-editing.ts'
import { Page } from '../../components/Page.tsx'
import { EmptyState, ErrorState } from '../../components/States.tsx'
import { useUndoneOf } from '../../components/undo/undone.ts'
import { Quiet } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { CheckedRows } from './CheckedRows.tsx'
import { ColumnTable, columnProblems } from './ColumnTable.tsx'
import { FileSlot } from './FileSlot.tsx'
import { ImportBar } from './ImportBar.tsx'
import classes from './import.module.css'
import { SaveRefused } from './SaveRefused.tsx'
import { answersOf, type ImportFiles, openQuestions, useImportFiles } from './use-import-files.ts'
import { useImportRun } from './use-import-run.ts'

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
  return (
    <Select
      size="xs"
      className={classes.owner}
      label="Relationship owner for new households without one"
      placeholder="Choose a user"
      searchable
      disabled={disabled}
      data={[...useUserChoices(true)]}
      value={value}
      allowDeselect={false}
      onChange={(id) => id && onOwner(id)}
      nothingFoundMessage="No matching user."
    />
  )
}

/** What becomes of rows about records that exist. */
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
    <div className={classes.existing}>
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
