import { undoPeriods } from '../../../shared/domain/operation-rules.ts'
import { changePeriods } from '../../../shared/ipc/changes.ts'
import { Section } from '../../components/Section.tsx'
import { keepingWords, undoWords } from './preference-words.ts'
import { ChoiceRow } from './SettingRow.tsx'
import { usePreferences } from './use-preferences.ts'

const periods = undoPeriods.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'None' : undoWords(seconds),
}))

const keeping = changePeriods.map((months) => ({
  value: String(months),
  label: months === 0 ? 'Always' : keepingWords(months),
}))

/** How long saved changes wait before they are sent, and how long changes of others are kept. */
export function ChangesSection() {
  const { chosen, choose } = usePreferences()
  return (
    <Section title="Changes">
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
      <ChoiceRow
        title="Keep changes seen at the service"
        hint="The history of households and the page “Changes” go back this far on this computer. After three months, changes of one field on one day are kept as one; after a year, those of one month."
        value={String(chosen.change_months)}
        choices={keeping}
        onChoose={(value) => {
          const change_months = changePeriods.find((months) => String(months) === value)
          if (change_months !== undefined) choose({ change_months })
        }}
      />
    </Section>
  )
}
