import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconPointFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Section } from '../Section.tsx'
import classes from './forms.module.css'

type Props = {
  /** Id of the control that the label names. */
  id: string
  label: string
  required?: boolean
  dirty: boolean
  onUndo: () => void
  /** True to take the full width. */
  wide?: boolean
  children: ReactNode
}

/** One field of a form, laid out as on the record's page. Shows that the field was changed, with a button to undo that. */
export function FieldRow({ id, label, required = false, dirty, onUndo, wide = false, children }: Props) {
  return (
    <div className={`field-row ${classes.row} ${wide ? classes.wide : ''}`} data-dirty={dirty || undefined}>
      <div className={`line ${classes.label}`}>
        <label htmlFor={id}>
          {label}
          {required ? <span aria-hidden="true"> *</span> : null}
        </label>
        {dirty ? (
          <span className={`inline ${classes.mark}`}>
            <IconPointFilled size={12} aria-hidden="true" />
            <span className="visually-hidden">(changed)</span>
            <Tooltip label={`Undo ${label}`}>
              <ActionIcon size={24} aria-label={`Undo ${label}`} onClick={onUndo}>
                <IconArrowBackUp size={14} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          </span>
        ) : null}
      </div>
      <div className={classes.control}>{children}</div>
    </div>
  )
}

/** One sentence at the end of a form: what cannot be changed in it, and where it can. */
export function FormNote({ children }: { children: string }) {
  return <p className={`note ${classes.note}`}>{children}</p>
}

/** Fields in columns, as many as fit. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={classes.fields}>{children}</div>
}

/** A titled group of fields. */
export function FieldGroup({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Section title={title} aside={aside}>
      <Fields>{children}</Fields>
    </Section>
  )
}
