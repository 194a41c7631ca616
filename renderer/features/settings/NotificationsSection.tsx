import { useQuery } from '@tanstack/react-query'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import { SwitchRow } from './SettingRow.tsx'
import { usePreferences } from './use-preferences.ts'

/** The notifications that the system shows while Steward is in the background. */
export function NotificationsSection() {
  const { chosen, choose } = usePreferences()
  const shell = useQuery(useApi().app.info.queryOptions({ input: {} })).data?.shell
  return (
    <Section title="Notifications">
      <SwitchRow
        title="Notify me in the background"
        hint={
          shell === 'browser'
            ? 'When uploads end or a change needs your decision. Only the desktop app can do this; in this window, Steward shows it on its own screen.'
            : 'When uploads end or a change needs your decision, while no Steward window is in front. Names are never shown while Steward is locked.'
        }
        on={chosen.notifications}
        onSwitch={(notifications) => choose({ notifications })}
      />
    </Section>
  )
}
