import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { fieldName } from '../../../shared/domain/field-words.ts'
import { keepLineEnds } from '../../../shared/domain/merge-text.ts'
import type { JsonFields } from '../../../shared/domain/operation.ts'
import { isSame, type Json, own } from '../../../shared/domain/same.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { isRecord } from '../../../shared/lib/is-record.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { localToday } from '../../lib/today.ts'
import { useOwners } from '../intake/public.ts'
import { fieldsToMend, kindOf, pathsOf, problemsOf, saidOf, withoutEmpty } from './field-editing.ts'
import classes from './question.module.css'
import { useOperation } from './use-outbox.ts'
import { ValueEditor } from './ValueEditor.tsx'

const owners = { entity_id: 'entities', individual_id: 'individuals' } as const

type OwnerField = keyof typeof owners

const isOwnerField = (field: string): field is OwnerField => Object.hasOwn(owners, field)

type OwnerEditorProps = {
  household: string
  field: OwnerField
  value: Json
  problem?: string | undefined
  onChange: (value: Json) => void
}

/** Chooses the entity or person of a household that a document is about, or none. */
function OwnerEditor({ household, field, value, problem, onChange }: OwnerEditorProps) {
  const known = useOwners(household)[owners[field]]
  const id = typeof value === 'string' ? value : ''
  const here = id === '' || known.some((choice) => choice.value === id) ? [] : [{ value: id, label: id }]
  return (
    <NativeSelect
      aria-label={fieldName(field)}
      size="sm"
      error={problem}
      data={[{ value: '', label: 'None' }, ...here, ...known]}
      value={id}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type Problems = Readonly<Record<string, string>>

type FieldsProps = {
  fields: JsonFields
  within: string
  problems: Problems
  /** The household among whose entities and people the owner of a document is chosen; null for other records. */
  household: string | null
  onChange: (fields: JsonFields) => void
}

function Records({
  name,
  records,
  within,
  problems,
  onChange,
}: Omit<FieldsProps, 'fields' | 'household' | 'onChange'> & {
  name: string
  records: readonly JsonFields[]
  onChange: (records: Json[]) => void
}) {
  return records.map((record, at) => (
    // Items have no ids, and none is added or removed here.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <fieldset key={at} className={classes.nested}>
      <legend>
        {name} {at + 1}
      </legend>
      <FieldEditors
        fields={record}
        within={`${within}.${at}.`}
        problems={problems}
        household={null}
        onChange={(changed) => onChange(records.with(at, changed))}
      />
    </fieldset>
  ))
}

function FieldEditors({ fields, within, problems, household, onChange }: FieldsProps) {
  return Object.entries(fields).map(([field, value]) => {
    const path = within + field
    const change = (changed: Json) => onChange({ ...fields, [field]: changed })
    const kind = kindOf(field, value)
    if (kind === 'records' && Array.isArray(value))
      return (
        <Records
          key={field}
          name={fieldName(field)}
          records={value.filter(isRecord<Json>)}
          within={path}
          problems={problems}
          onChange={change}
        />
      )
    return (
      <div key={field} className={classes.edited}>
        <span className={classes.label} aria-hidden="true">
          {fieldName(field)}
        </span>
        <div>
          {isOwnerField(field) && household !== null ? (
            <OwnerEditor household={household} field={field} value={value} problem={problems[path]} onChange={change} />
          ) : (
            <ValueEditor
              kind={kind}
              field={field}
              label={fieldName(field)}
              value={value}
              problem={problems[path]}
              onChange={change}
            />
          )}
        </div>
      </div>
    )
  })
}

/** Restores the line endings of the base record in edited texts. */
function kept(fields: JsonFields, base: JsonFields | null): JsonFields {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const before = own(base ?? {}, field)
      return [field, typeof value === 'string' && typeof before === 'string' ? keepLineEnds(before, value) : value]
    }),
  )
}

function householdOf({ base }: ListedOperation, fields: JsonFields): string | null {
  const id = fields.household_id ?? base?.household_id
  return typeof id === 'string' ? id : null
}

type Props = { operation: ListedOperation }

/** Corrects the fields of a refused write. */
export function EditFields({ operation }: Props) {
  const { decide, pending } = useOperation(operation)
  const [fields, setFields] = useState<JsonFields>(() => fieldsToMend(operation))
  const [asked, setAsked] = useState(false)
  const sent = withoutEmpty(kept(fields, operation.base), operation)
  const problems = problemsOf(operation, sent, localToday())
  const wrong = Object.keys(problems).length
  const said = saidOf(operation.problem?.detail ?? null, pathsOf(fields))
  const unchanged = isSame(sent, operation.fields)
  const save = () => {
    setAsked(true)
    if (wrong === 0) decide(unchanged ? { decision: 'retry' } : { decision: 'edit', fields: sent })
  }
  useCommand('record.save', pending ? null : save)
  return (
    <form
      className={classes.form}
      aria-label="Fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <FieldEditors
        fields={fields}
        within=""
        problems={{ ...said, ...(asked ? problems : {}) }}
        household={householdOf(operation, fields)}
        onChange={setFields}
      />
      {asked && wrong > 0 ? (
        <p className={classes.problem} role="alert">
          {wrong === 1 ? 'One field needs correcting.' : `${wrong} fields need correcting.`}
        </p>
      ) : null}
      <div className={classes.answers}>
        <Button type="submit" variant={unchanged ? 'default' : 'filled'} loading={pending}>
          {unchanged ? 'Send again unchanged' : 'Save and send'}
        </Button>
      </div>
    </form>
  )
}
