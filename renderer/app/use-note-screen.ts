import { useMutation } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isAppPath } from '../../shared/domain/app-path.ts'
import { useApi } from '../lib/api.ts'

/** Screens passed through faster than this are not worth returning to. */
const restMs = 500

/** The screen with its query, or without it where that is too long, or nothing an address of the app may hold. */
export function screenToNote(path: string, search: string): string {
  return isAppPath(path + search) ? path + search : path
}

/** Notes the screen shown, with a list's view, filters and order, so that the next start returns to it. Failing to is no reason to trouble anybody. */
export function useNoteScreen(path: string): void {
  const { mutate } = useMutation(useApi().app.noteScreen.mutationOptions({ meta: { shown: true } }))
  const search = useRouterState({ select: (state) => state.location.searchStr })
  useEffect(() => {
    const timer = setTimeout(() => mutate({ path: screenToNote(path, search) }), restMs)
    return () => clearTimeout(timer)
  }, [mutate, path, search])
}
