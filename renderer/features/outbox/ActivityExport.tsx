import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useForbidden } from '../../lib/policy.ts'

/** Exports the complete activity of this device to a file. */
export function ActivityExport() {
  const api = useApi()
  const connectionId = useConnection().id
  const reveal = useMutation(api.exports.reveal.mutationOptions())
  const write = useMutation(
    api.outbox.exportActivity.mutationOptions({
      onSuccess: ({ file }) => {
        if (file === null) return
        notifications.show({
          title: `Exported to ${file.name}`,
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
  const forbidden = useForbidden('outbox.exportActivity')
  if (forbidden !== null)
    return (
      <ReasonedButton reason={forbidden} onClick={() => {}}>
        Export
      </ReasonedButton>
    )
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          loading={write.isPending}
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden="true" />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Export">
        <Menu.Item onClick={() => write.mutate({ connectionId, format: 'csv' })}>Text (CSV)</Menu.Item>
        <Menu.Item onClick={() => write.mutate({ connectionId, format: 'json' })}>JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
