import { SegmentedControl, Select, TextInput, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { bulkClearedOnly, bulkFields } from '../../../shared/domain/bulk-fields.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { BulkResource } from '../../../shared/ipc/bulk.ts'
import { type Field, isClearable, maxText } from '../../../shared/records/field.ts'
import { choiceNames, writtenFields } from '../../../shared/records/resource-fields.ts'
import { useUserChoices } from '../../components/filters/use-choices.ts'
import { ClearButton, clearWidth } from '../../components/forms/ClearButton.tsx'
import { Fields } from '../../components/forms/FieldRow.tsx'
import classes from './bulk.module.css'
import type { Wanted } from './bulk-changes.ts'

type Props = {
  resource: BulkResource
  wanted: Wanted
  problems: Readonly<Record<string, string>>
  disabled: boolean
  /** Null clears the field, undefined leaves it as it is. */
  onWant: (field: string, value: Wanted[string] | undefined) => void
}

const asItIs = 'Leave as is'

type FieldProps = Omit<Props, 'resource' | 'problems' | 'wanted'> & {
  field: string
  value: Wanted[string] | undefined
  problem: string | undefined
}

/** Yes, no, or unchanged. */
function FlagChoice({ field, value, disabled, onWant }: FieldProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={fieldName(field)}
      disabled={disabled}
      data={[
        { value: '', label: asItIs },
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={(chosen) => onWant(field, chosen === '' ? undefined : chosen === 'true')}
    />
  )
}

function OneOf({ field, value, disabled, onWant }: FieldProps) {
  const isOwner = writtenFields.get(field)?.kind === 'link'
  const { users, none } = useUserChoices(isOwner)
  const known = Object.entries(choiceNames.get(field) ?? {}).map(([of, label]) => ({ value: of, label }))
  return (
    <Select
      size="xs"
      aria-label={fieldName(field)}
      disabled={disabled}
      placeholder={asItIs}
      searchable
      clearable
      data={isOwner ? [...users] : known}
      value={typeof value === 'string' ? value : null}
      onChange={(chosen) => onWant(field, chosen ?? undefined)}
      nothingFoundMessage={isOwner ? none : 'No matches.'}
      maxDropdownHeight={280}
    />
  )
}

/** Cleared, or unchanged. */
function ClearChoice({ field, value, disabled, onWant }: FieldProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={fieldName(field)}
      disabled={disabled}
      data={[
        { value: '', label: asItIs },
        { value: 'clear', label: 'Clear' },
      ]}
      value={value === null ? 'clear' : ''}
      onChange={(chosen) => onWant(field, chosen === '' ? undefined : null)}
    />
  )
}

function TextButton({ field, value, disabled, onWant }: FieldProps) {
  const known = writtenFields.get(field)
  if (disabled || !known || !isClearable(known) || (value !== undefined && value !== null)) return null
  const label = fieldName(field)
  if (value === undefined) return <ClearButton label={label} inText onClear={() => onWant(field, null)} />
  return (
    <UnstyledButton
      className={classes.undo}
      aria-label={`${asItIs}: ${label}`}
      onClick={() => onWant(field, undefined)}
    >
      Undo
    </UnstyledButton>
  )
}

function Text(props: FieldProps) {
  const { field, value, problem, disabled, onWant } = props
  const isState = writtenFields.get(field)?.kind === 'state'
  return (
    <TextInput
      size="xs"
      aria-label={fieldName(field)}
      disabled={disabled}
      placeholder={value === null ? 'Cleared in every record' : asItIs}
      rightSection={<TextButton {...props} />}
      rightSectionWidth={clearWidth}
      autoComplete="off"
      spellCheck={false}
      maxLength={isState ? 2 : maxText}
      error={problem}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onWant(field, isState ? currentTarget.value.toUpperCase() : currentTarget.value)}
    />
  )
}

/** A link is to a user: no other link can be changed in bulk. */
const controls: Partial<Record<Field['kind'], typeof Text>> = { flag: FlagChoice, choice: OneOf, link: OneOf }

const clearedTitle = 'Can only be cleared'

/** A field's group: what is chosen, the address, other texts. */
function groupOf(field: string): string {
  const known = writtenFields.get(field)
  if (known?.together === 'address') return 'Address'
  return controls[known?.kind ?? 'text'] ? 'Choices' : 'Texts'
}

/** The new values for all selected records, in groups. A field left untouched is not changed in any record. */
export function BulkFields({ resource, wanted, problems, ...rest }: Props) {
  const set = bulkFields[resource].map((field) => ({
    ...{ field, group: groupOf(field) },
    Control: controls[writtenFields.get(field)?.kind ?? 'text'] ?? Text,
  }))
  const cleared = bulkClearedOnly[resource].map((field) => ({ field, group: clearedTitle, Control: ClearChoice }))
  const groups = [...Map.groupBy([...set, ...cleared], ({ group }) => group)]
  return groups.map(([group, fields]) => (
    <Group key={group} title={groups.length > 1 ? group : null}>
      {fields.map(({ field, Control }) => (
        <div
          key={field}
          className={`field-row ${classes.field}`}
          data-wanted={wanted[field] !== undefined || undefined}
        >
          <span className={classes.label} aria-hidden="true">
            {fieldName(field)}
          </span>
          <Control {...rest} field={field} value={wanted[field]} problem={problems[field]} />
        </div>
      ))}
    </Group>
  ))
}

function Group({ title, children }: { title: string | null; children: ReactNode }) {
  const id = useId()
  if (title === null) return <Fields>{children}</Fields>
  return (
    <section aria-labelledby={id} className={classes.group}>
      <h3 id={id}>{title}</h3>
      <Fields>{children}</Fields>
    </section>
  )
}
