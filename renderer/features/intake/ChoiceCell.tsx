import { Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './intake.module.css'
import type { Choice } from './use-owners.ts'

type Props = {
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
      classNames={{ options: classes.options ?? '' }}
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
