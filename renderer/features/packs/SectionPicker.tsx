import { type PackSection, packSectionNames } from '../../../shared/domain/pack.ts'
import { OrderedList } from '../../components/OrderedList.tsx'
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

/** The sections of a pack in their order. */
export function SectionPicker({ sections, onSections }: Props) {
  return (
    <fieldset className={classes.sections}>
      <legend>Sections, in the order of the pack</legend>
      <OrderedList
        label="Sections in order"
        items={sections.map(({ section, chosen }) => ({
          key: section,
          name: packSectionNames[section],
          isChosen: chosen,
        }))}
        onChoose={({ key }) =>
          onSections(sections.map(({ section, chosen }) => ({ section, chosen: chosen !== (section === key) })))
        }
        onMove={(at, by) => onSections(moved(sections, at, by))}
      />
    </fieldset>
  )
}
