import { undoPeriods } from '../../../shared/domain/operation-rules.ts'
import { Section } from '../../components/Section.tsx'
import { undoWords } from './preference-words.ts'
import { ChoiceRow } from './SettingRow.tsx'
import { usePreferences } from './use-preferences.ts'

const periods = undoPeriods.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'None' : undoWords(seconds),
}))

/** How long saved changes wait before they are sent. */
export function ChangesSection() {
  const { chosen, choose } = usePreferences()
  return (
    <Section title="Saved changes">
      <ChoiceRow
        title="Time to undo"
        hint="A saved change waits this long before it is sent. Valuations, deletions and dates of death wait a minute, because they cannot be taken back later. With “None”, everything is sent at once and there is no Undo."
        value={String(chosen.undo_seconds)}
        choices={periods}
        onChoose={(value) => {
          const undo_seconds = undoPeriods.find((seconds) => String(seconds) === value)
          if (undo_seconds !== undefined) choose({ undo_seconds })
        }}
      />
    </Section>
  )
}
