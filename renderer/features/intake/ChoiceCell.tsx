import { Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './intake.module.css'
import type { Choice } from './use-owners.ts'

type Props = {
  /** What is chosen, and for which file: `Type of Will.pdf`. */
  label: string
  choices: readonly Choice[]
  value: string | null
  /** What stands there while nothing is chosen; without it something always is. */
  none?: string | undefined
  /** Under what was chosen. */
  note?: string | null
  onChoose: (value: string | null) => void
}

const nothing = '\0'

/** One of several, as plain text until somebody wants another: hundreds of open lists would be slow to draw. */
export function ChoiceCell({ label, choices, value, none, note, onChoose }: Props) {
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
          className={classes.choice}
          aria-haspopup="listbox"
          aria-label={`${label}: ${called ?? none ?? ''}`}
          title={called ?? undefined}
          onClick={() => setOpen(true)}
        >
          {called === null ? <Quiet>{none}</Quiet> : <RecordText>{called}</RecordText>}
        </button>
        {note ? <span className={classes.note}>{note}</span> : null}
      </>
    )
  }
  return <OpenList {...{ label, choices, value, none, onChoose, close }} />
}

type OpenProps = Omit<Props, 'note'> & { close: (back: boolean) => void }

/** The choices, open from the first moment on. */
function OpenList({ label, choices, value, none, onChoose, close }: OpenProps) {
  const field = useRef<HTMLInputElement>(null)
  const [drawn, setDrawn] = useState(false)
  useEffect(() => {
    // The library says neither: that this field has a list, and that the list is open.
    field.current?.setAttribute('role', 'combobox')
    field.current?.setAttribute('aria-expanded', 'true')
    // Which list that is the field knows when it is drawn again, after the list itself, which comes a frame later.
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
      classNames={{ options: classes.options ?? '' }}
      comboboxProps={{ width: 280, position: 'bottom-start', keepMounted: true, transitionProps: { duration: 0 } }}
      data={data}
      value={value ?? (none === undefined ? null : nothing)}
      nothingFoundMessage="Nothing is called so."
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
