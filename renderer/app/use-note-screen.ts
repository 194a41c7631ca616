import { useMutation } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isAppPath } from '../../shared/domain/app-path.ts'
import { useApi } from '../lib/api.ts'

/** Screens shown for less than this many ms are not remembered. */
const restMs = 500

/** Returns the address with its query, or without it if that is too long or not a valid address of the app. */
export function screenToNote(path: string, search: string): string {
  return isAppPath(path + search) ? path + search : path
}

/** Remembers the current screen with its view, filters and order, so that the next start returns to it. A failure is ignored. */
export function useNoteScreen(path: string): void {
  const { mutate } = useMutation(useApi().app.noteScreen.mutationOptions({ meta: { shown: true } }))
  const search = useRouterState({ select: (state) => state.location.searchStr })
  useEffect(() => {
    const timer = setTimeout(() => mutate({ path: screenToNote(path, search) }), restMs)
    return () => clearTimeout(timer)
  }, [mutate, path, search])
}
