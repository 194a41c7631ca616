import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useForbidden } from '../../lib/policy.ts'

/** Exports the complete activity of this device to a file. */
export function ActivityExport() {
  const api = useApi()
  const connectionId = useConnection().id
  const write = useMutation(
    api.outbox.exportActivity.mutationOptions({
      onSuccess: ({ file }) => {
        if (file !== null) toastFile('Exported to', file)
      },
    }),
  )
  const forbidden = useForbidden('outbox.exportActivity')
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <ReasonedButton
          reason={forbidden}
          loading={write.isPending}
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden="true" />}
        >
          Export
        </ReasonedButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Export">
        <Menu.Item onClick={() => write.mutate({ connectionId, format: 'csv' })}>Text (CSV)</Menu.Item>
        <Menu.Item onClick={() => write.mutate({ connectionId, format: 'json' })}>JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
