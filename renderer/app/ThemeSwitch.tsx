import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { themes } from '../../shared/domain/themes.ts'
import { useApi } from '../lib/api.ts'
import classes from './sidebar.module.css'

const faces = {
  system: { name: 'Follow the system', icon: IconDeviceDesktop },
  light: { name: 'Light', icon: IconSun },
  dark: { name: 'Dark', icon: IconMoon },
} as const

/** Light, dark, or the operating system's theme; stored for the whole app on this computer. */
export function ThemeSwitch() {
  const api = useApi()
  const queries = useQueryClient()
  const chosen = useQuery(api.app.getPreferences.queryOptions({ input: {} })).data?.theme ?? 'system'
  const { mutate } = useMutation(
    api.app.setPreferences.mutationOptions({
      onSuccess: (saved) => queries.setQueryData(api.app.getPreferences.queryKey({ input: {} }), saved),
    }),
  )
  return (
    <fieldset className={classes.theme}>
      <legend>Theme</legend>
      <div className={classes.themes}>
        {themes.map((theme) => {
          const { name, icon: Icon } = faces[theme]
          return (
            <label key={theme} title={name}>
              <input
                type="radio"
                name="theme"
                aria-label={name}
                checked={theme === chosen}
                onChange={() => mutate({ theme })}
              />
              <Icon size={14} stroke={1.75} aria-hidden="true" />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
