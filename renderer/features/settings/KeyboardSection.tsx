import { Section } from '../../components/Section.tsx'
import { SwitchRow } from './SettingRow.tsx'
import { usePreferences } from './use-preferences.ts'

/** Turns single-key shortcuts on and off. */
export function KeyboardSection() {
  const { chosen, choose } = usePreferences()
  return (
    <Section title="Keyboard">
      <SwitchRow
        title="Shortcuts of plain characters"
        hint="Such as ? or G then H. Those held with Ctrl, Cmd or Alt always work. Switch these off if your hands or your voice press keys by accident."
        on={chosen.single_keys}
        onSwitch={(single_keys) => choose({ single_keys })}
      />
    </Section>
  )
}
