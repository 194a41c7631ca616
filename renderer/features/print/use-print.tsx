import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'

/** What the window is called, less the program's own name. */
const titleOfScreen = () => document.title.replace(/ – Steward$/, '').slice(0, 500)

/**
 * Offers to print what the window shows. The main process is asked even where the page itself does it: a firm may have
 * forbidden it.
 */
export function usePrint(): void {
  const api = useApi()
  const shell = useQuery(api.app.info.queryOptions({ input: {} })).data?.shell
  const reveal = useMutation(api.exports.reveal.mutationOptions())
  const { mutate, isPending } = useMutation(
    api.app.print.mutationOptions({
      onSuccess: ({ outcome, file }) => {
        if (outcome === 'by-page') return window.print()
        if (file === null) return
        notifications.show({
          title: `Saved as ${file.name}`,
          message: (
            <Button size="compact-sm" variant="default" onClick={() => reveal.mutate({ handle: file.handle })}>
              Show in folder
            </Button>
          ),
          autoClose: 10_000,
        })
      },
    }),
  )
  const print = (to: 'printer' | 'pdf') => () => {
    // Two dialogs of the system for one window would lie above each other.
    if (!isPending) mutate({ to, title: titleOfScreen() })
  }
  useCommand('screen.print', print('printer'))
  useCommand('screen.pdf', shell === 'desktop' ? print('pdf') : null)
}
