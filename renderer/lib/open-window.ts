import { useMutation } from '@tanstack/react-query'
import { useApi } from './api.ts'

/**
 * Opens another window at an address of the app, such as `/c/…/households/…`. Where the shell has no windows of its own,
 * the browser does it, with an address that lets that one page in.
 */
export function useOpenWindow(): (path: string) => void {
  const { mutate } = useMutation(
    useApi().app.openWindow.mutationOptions({
      onSuccess: ({ address }) => {
        // Without `noopener` the new page would be given this page's session storage, and with it its way back in.
        if (address !== null) window.open(address, '_blank', 'noopener')
      },
    }),
  )
  return (path) => mutate({ path })
}
