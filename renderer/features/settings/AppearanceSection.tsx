import { Section } from '../../components/Section.tsx'
import { ChoiceRow } from './SettingRow.tsx'
import { usePreferences } from './use-preferences.ts'

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const

/** The appearance of the app, in every window. */
export function AppearanceSection() {
  const { chosen, choose } = usePreferences()
  return (
    <Section title="Appearance">
      <ChoiceRow title="Theme" value={chosen.theme} choices={themes} onChoose={(theme) => choose({ theme })} />
      <ChoiceRow
        title="Row height"
        hint="Compact rows show about 20% more of a list at once."
        value={chosen.density}
        choices={densities}
        onChoose={(density) => choose({ density })}
      />
    </Section>
  )
}
