import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useConnection } from './api.ts'

/** The parameters of an address. They may be of another version of Steward, or typed by hand. */
export type AddressSearch = Readonly<Record<string, unknown>>

type Screen<Settings> = {
  /** The screen's path inside a connection, such as `changes`. */
  path: string
  /** Leaves out what it does not know. Like `write`, the same function at each render. */
  read: (search: AddressSearch) => Settings
  write: (settings: Settings) => AddressSearch
}

/** Returns the value if it is one of the known ones. */
export const oneOf = <Value extends string>(known: readonly Value[], value: unknown): Value | undefined =>
  known.find((one) => one === value)

/**
 * Filters and other settings of a screen, which its address holds, so that Back, reload and restart restore them. `show` sets them; by
 * default it replaces the address, so that Back leaves the screen.
 */
export function useAddress<Settings>({ path, read, write }: Screen<Settings>) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const search: AddressSearch = useSearch({ strict: false })
  const asked = useMemo(() => read(search), [read, search])
  const show = useCallback(
    (settings: Settings, { replace = true }: { replace?: boolean } = {}) =>
      void navigate({ to: `/c/$connectionId/${path}`, params: { connectionId }, search: write(settings), replace }),
    [navigate, connectionId, path, write],
  )
  return { asked, show }
}
