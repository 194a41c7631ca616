import { Section } from '../../components/Section.tsx'
import { SwitchRow } from './SettingRow.tsx'
import { usePreferences } from './use-preferences.ts'

/** Turns single-key shortcuts on and off. */
export function KeyboardSection() {
  const { chosen, choose } = usePreferences()
  return (
    <Section title="Keyboard">
      <SwitchRow
        title="Single-key shortcuts"
        hint="Such as ?, or G then H. Shortcuts with Ctrl, Cmd or Alt always work. Turn these off if keys are pressed by accident, for example by voice input."
        on={chosen.single_keys}
        onSwitch={(single_keys) => choose({ single_keys })}
      />
    </Section>
  )
}
