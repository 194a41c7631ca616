import { Combobox, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { foldLetters } from '../../../shared/domain/fold.ts'
import type { KnownAssetClass } from '../../../shared/ipc/asset-classes.ts'
import { RecordText } from '../../components/Values.tsx'
import classes from './asset-classes.module.css'
import { matchingClasses } from './use-asset-classes.ts'

type Chosen = { id: string; name: string }

type Props = {
  label: string
  /** The directory, with the entity's own classes first; undefined while it is read. */
  known: readonly KnownAssetClass[] | undefined
  chosen: Chosen | null
  /** Text in the field if it names no known class. */
  text: string
  error: string | null
  inputClass?: string | undefined
  onChoose: (chosen: Chosen) => void
  /** Called when the field loses focus with a text that names no class. */
  onText: (text: string) => void
  /** Called when the user asks to add a class by its id. */
  onAdd: (typed: string) => void
}

/** Maximum number of classes offered at once. */
const mostOffered = 50
const addValue = '\u0000add'

const folded = (text: string) => foldLetters(text).trim()

function exactly(known: readonly KnownAssetClass[], text: string): KnownAssetClass | null {
  const named = known.filter(({ id, name }) => id === text.trim() || folded(name) === folded(text))
  return named.length === 1 ? (named[0] ?? null) : null
}

function Options({ title, offered }: { title: string; offered: readonly KnownAssetClass[] }) {
  if (offered.length === 0) return null
  return (
    <Combobox.Group label={title}>
      {offered.map(({ id, name }) => (
        <Combobox.Option key={id} value={id}>
          <span className={classes.option}>
            <RecordText>{name}</RecordText>
            <span className={`cut ${classes.optionId}`}>{id}</span>
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}

/**
 * The classes that match the typed text. Mounted only while it is open, because a valuation may have thousands of these fields.
 */
function ClassList({ known, typed }: { known: readonly KnownAssetClass[] | undefined; typed: string }) {
  if (known === undefined)
    return (
      <Combobox.Options className={classes.list} aria-label="Asset classes">
        <Combobox.Empty>Loading…</Combobox.Empty>
      </Combobox.Options>
    )
  const found = matchingClasses(known, typed)
  const offered = found.slice(0, mostOffered)
  return (
    <Combobox.Options className={classes.list} aria-label="Asset classes">
      <Options title="In this entity" offered={offered.filter(({ own }) => own)} />
      <Options title="Others" offered={offered.filter(({ own }) => !own)} />
      {found.length > mostOffered ? (
        <div className={classes.more}>{found.length - mostOffered} more: type to see them.</div>
      ) : null}
      <Combobox.Option value={addValue}>Add a class by ID…</Combobox.Option>
    </Combobox.Options>
  )
}

/** Chooses an asset class by name or id. An unknown one can be added by its id. */
export function ClassField({ label, known, chosen, text, error, inputClass, ...on }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const isKnown = known !== undefined
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() })
  const { dropdownOpened: opened, selectFirstOption, openDropdown, closeDropdown } = store
  useEffect(() => {
    if (typed === null || !opened || !isKnown) return
    // The filtered list is drawn with the next frame.
    const frame = requestAnimationFrame(() => setActive(selectFirstOption()))
    return () => cancelAnimationFrame(frame)
  }, [typed, opened, isKnown, selectFirstOption])
  const shut = () => {
    closeDropdown()
    setActive(null)
  }
  const take = (value: string) => {
    const picked = known?.find((each) => each.id === value)
    const written = (typed ?? text).trim()
    setTyped(null)
    shut()
    if (value === addValue) on.onAdd(/^asset_class_\S+$/.test(written) ? written : '')
    else if (picked) on.onChoose({ id: picked.id, name: picked.name })
  }
  // A text that is left before the classes are read is looked up once they are.
  const [isLeft, setLeft] = useState(false)
  const settle = () => {
    setLeft(known === undefined)
    if (typed === null || known === undefined) return
    const named = exactly(known, typed)
    setTyped(null)
    if (named) on.onChoose({ id: named.id, name: named.name })
    else on.onText(typed)
  }
  const settleLater = useEffectEvent(settle)
  useEffect(() => {
    if (isLeft && isKnown) settleLater()
  }, [isLeft, isKnown])
  const leave = () => {
    shut()
    settle()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event
    if (altKey) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!opened) openDropdown()
      else setActive(key === 'ArrowDown' ? store.selectNextOption() : store.selectPreviousOption())
    } else if (opened && (key === 'Enter' || key === 'Escape')) {
      event.preventDefault()
      if (key === 'Enter') store.clickSelectedOption()
      else shut()
    }
  }
  return (
    <div className={classes.field}>
      <input
        role="combobox"
        className={inputClass}
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={opened}
        aria-controls={opened ? (store.listId ?? undefined) : undefined}
        aria-activedescendant={opened ? (active ?? undefined) : undefined}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : id}
        value={typed ?? chosen?.name ?? text}
        placeholder="Name or ID"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setLeft(false)
          setTyped(event.currentTarget.value)
          openDropdown()
        }}
        onClick={() => openDropdown()}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {error === null ? null : (
        <p id={id} className={classes.error}>
          {error}
        </p>
      )}
      {opened ? (
        <Combobox store={store} onOptionSubmit={take} width={420} position="bottom-start" shadow="md">
          <Combobox.DropdownTarget>
            <span className={classes.anchor} />
          </Combobox.DropdownTarget>
          <Combobox.Dropdown>
            <ClassList known={known} typed={typed ?? ''} />
          </Combobox.Dropdown>
        </Combobox>
      ) : null}
    </div>
  )
}
