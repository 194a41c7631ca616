import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { KnownAssetClass } from '../../../shared/ipc/asset-classes.ts'
import { RecordText } from '../Values.tsx'
import classes from './asset-classes.module.css'
import { matchingClasses } from './use-asset-classes.ts'

type Chosen = { id: string; name: string }

type Props = {
  label: string
  /** The directory, those of the entity first. */
  known: readonly KnownAssetClass[]
  chosen: Chosen | null
  /** What stands in the field for a class that is not known. */
  text: string
  error: string | null
  disabled?: boolean
  inputClass?: string | undefined
  onChoose: (chosen: Chosen) => void
  /** A person left the field with a text that names no class. */
  onText: (text: string) => void
  /** A person wants to add a class by its id. */
  onAdd: (typed: string) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  fieldRef?: (element: HTMLInputElement | null) => void
}

/** The most classes that are offered at once. */
const mostOffered = 50
const addValue = '\u0000add'

const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase()

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
            <span className={classes.optionId}>{id}</span>
          </span>
        </Combobox.Option>
      ))}
    </Combobox.Group>
  )
}

/** Chooses an asset class by its name or id; what is not in the directory can be added by its id. */
export function ClassField({ label, known, chosen, text, error, disabled, inputClass, ...on }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState<string | null>(null)
  // An option is taken and the field left in one go; what was typed must not be judged then.
  const taken = useRef(false)
  const { dropdownOpened, selectFirstOption } = combobox
  useEffect(() => {
    if (typed === null || !dropdownOpened) return
    // The list that fits what was typed is drawn with the next frame.
    const frame = requestAnimationFrame(() => selectFirstOption())
    return () => cancelAnimationFrame(frame)
  }, [typed, dropdownOpened, selectFirstOption])
  const shown = typed ?? chosen?.name ?? text
  const found = matchingClasses(known, typed ?? '')
  const offered = found.slice(0, mostOffered)
  const take = (value: string) => {
    const picked = known.find(({ id }) => id === value)
    taken.current = true
    setTyped(null)
    combobox.closeDropdown()
    if (value === addValue) on.onAdd(/^asset_class_\S+$/.test((typed ?? text).trim()) ? (typed ?? text).trim() : '')
    else if (picked) on.onChoose({ id: picked.id, name: picked.name })
  }
  const leave = () => {
    combobox.closeDropdown()
    if (typed === null || taken.current) return
    const named = exactly(known, typed)
    setTyped(null)
    if (named) on.onChoose({ id: named.id, name: named.name })
    else on.onText(typed)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={take} width={420} position="bottom-start" shadow="md">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          role="combobox"
          size="xs"
          ref={on.fieldRef ?? null}
          aria-label={label}
          value={shown}
          disabled={disabled ?? false}
          error={error}
          placeholder="Name or id"
          autoComplete="off"
          spellCheck={false}
          classNames={inputClass === undefined ? {} : { input: inputClass }}
          onChange={(event) => {
            taken.current = false
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={leave}
          {...(on.onKeyDown ? { onKeyDown: on.onKeyDown } : {})}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={classes.list} aria-label="Asset classes">
          <Options title="Of this entity" offered={offered.filter(({ own }) => own)} />
          <Options title="Others" offered={offered.filter(({ own }) => !own)} />
          {found.length > mostOffered ? (
            <div className={classes.more}>{found.length - mostOffered} more: type to see them.</div>
          ) : null}
          <Combobox.Option value={addValue}>Add a class by its id…</Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
