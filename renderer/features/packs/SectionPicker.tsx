import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { type PackSection, packSectionNames } from '../../../shared/domain/pack.ts'
import classes from './packs.module.css'

/** A section in its place, chosen or not. */
export type PlacedSection = { section: PackSection; chosen: boolean }

type Props = { sections: readonly PlacedSection[]; onSections: (sections: PlacedSection[]) => void }

function moved(sections: readonly PlacedSection[], at: number, by: 1 | -1): PlacedSection[] {
  const next = [...sections]
  const [taken] = next.splice(at, 1)
  if (taken) next.splice(at + by, 0, taken)
  return next
}

/** The sections of a pack in their order: ticked, and moved with the arrows or with Alt and the arrow keys. */
export function SectionPicker({ sections, onSections }: Props) {
  const [said, setSaid] = useState('')
  const move = (at: number, by: 1 | -1) => {
    const section = sections[at]?.section
    if (section === undefined || sections[at + by] === undefined) return
    onSections(moved(sections, at, by))
    setSaid(`${packSectionNames[section]} is now number ${at + by + 1} of ${sections.length}.`)
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <fieldset className={classes.sections}>
      <legend>Sections, in the order of the pack</legend>
      <ul aria-label="Sections in order">
        {sections.map(({ section, chosen }, at) => {
          const name = packSectionNames[section]
          return (
            <li key={section} className={classes.section}>
              <Checkbox
                label={name}
                checked={chosen}
                onKeyDown={onKeyDown(at)}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                onChange={() =>
                  onSections(sections.map((one, place) => (place === at ? { section, chosen: !chosen } : one)))
                }
              />
              <ActionIcon size={24} aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => move(at, -1)}>
                <IconArrowUp size={14} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
              <ActionIcon
                size={24}
                aria-label={`Move ${name} down`}
                disabled={at === sections.length - 1}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={14} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </li>
          )
        })}
      </ul>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </fieldset>
  )
}
