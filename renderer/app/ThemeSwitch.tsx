import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { themes } from '../../shared/ipc/app.ts'
import { useApi } from '../lib/api.ts'
import classes from './sidebar.module.css'

const faces = {
  system: { name: 'Follow the system', icon: IconDeviceDesktop },
  light: { name: 'Light', icon: IconSun },
  dark: { name: 'Dark', icon: IconMoon },
} as const

/** Light, dark, or as the operating system has it; kept for the whole app on this computer. */
export function ThemeSwitch() {
  const api = useApi()
  const queries = useQueryClient()
  const chosen = useQuery(api.app.getPreferences.queryOptions({ input: {} })).data?.theme ?? 'system'
  const { mutate } = useMutation(
    api.app.setPreferences.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(api.app.getPreferences.queryKey({ input: {} }), saved),
    }),
  )
  const data = themes.map((value) => {
    const { name, icon: Icon } = faces[value]
    return {
      value,
      label: (
        <span title={name} style={{ display: 'flex' }}>
          <Icon size={14} stroke={1.75} aria-hidden="true" />
          <VisuallyHidden>{name}</VisuallyHidden>
        </span>
      ),
    }
  })
  return (
    <div className={classes.theme}>
      <span>Theme</span>
      <SegmentedControl
        aria-label="Theme"
        size="xs"
        withItemsBorders={false}
        data={data}
        value={chosen}
        onChange={(value) => mutate({ theme: themes.find((theme) => theme === value) ?? 'system' })}
      />
    </div>
  )
}
