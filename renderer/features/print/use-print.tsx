import { useMutation, useQuery } from '@tanstack/react-query'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'

/** The window's title without the app's name. */
const titleOfScreen = () => document.title.replace(/ – Steward$/, '').slice(0, 500)

/**
 * Registers the commands to print the screen. The main process is asked first even if the page itself prints, because the
 * policy may forbid printing.
 */
export function usePrint(): void {
  const api = useApi()
  const shell = useQuery(api.app.info.queryOptions({ input: {} })).data?.shell
  const { mutate, isPending } = useMutation(
    api.app.print.mutationOptions({
      onSuccess: ({ outcome, file }) => {
        if (outcome === 'by-page') return window.print()
        if (file !== null) toastFile('Saved as', file)
      },
    }),
  )
  const print = (to: 'printer' | 'pdf') => () => {
    // Prevents two system dialogs on top of each other.
    if (!isPending) mutate({ to, title: titleOfScreen() })
  }
  useCommand('screen.print', print('printer'))
  useCommand('screen.pdf', shell === 'desktop' ? print('pdf') : null)
}
