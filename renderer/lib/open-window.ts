import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApi } from './api.ts'

/**
 * Returns a function that opens another window at an address of the app, such as `/c/…/households/…`. In the browser shell the
 * browser opens it, with a launch address for that one page.
 */
export function useOpenWindow(): (path: string) => void {
  const { mutate } = useMutation(
    useApi().app.openWindow.mutationOptions({
      onSuccess: ({ address }) => {
        // Without `noopener` the new page would get a copy of this page's session storage, and with it the resume nonce.
        if (address !== null) window.open(address, '_blank', 'noopener')
      },
    }),
  )
  return useCallback((path) => mutate({ path }), [mutate])
}
