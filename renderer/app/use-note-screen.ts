import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../lib/api.ts'

/** Screens passed through faster than this are not worth returning to. */
const restMs = 500

/** Notes the screen shown, so that the next start returns to it. Failing to is no reason to trouble anybody. */
export function useNoteScreen(path: string): void {
  const { mutate } = useMutation(useApi().app.noteScreen.mutationOptions({ meta: { shown: true } }))
  useEffect(() => {
    const timer = setTimeout(() => mutate({ path }), restMs)
    return () => clearTimeout(timer)
  }, [mutate, path])
}
