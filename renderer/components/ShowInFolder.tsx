import { Button, type ButtonProps } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../lib/api.ts'

/** A file that Steward wrote where the user chose. */
type WrittenFile = { name: string; handle: string }

type Props = Pick<WrittenFile, 'handle'> & Pick<ButtonProps, 'size' | 'variant' | 'color'>

/** Shows a file that Steward wrote in the system's file manager. */
export function ShowInFolder({ handle, ...look }: Props) {
  const { mutate } = useMutation(useApi().exports.reveal.mutationOptions())
  return (
    <Button variant="default" {...look} onClick={() => mutate({ handle })}>
      Show in folder
    </Button>
  )
}

/** Says in a toast that a file was written: `Exported to clients.csv`. */
export function toastFile(verb: 'Exported to' | 'Saved as', { name, handle }: WrittenFile): void {
  notifications.show({
    title: `${verb} ${name}`,
    message: <ShowInFolder handle={handle} size="compact-sm" />,
    autoClose: 10_000,
  })
}
