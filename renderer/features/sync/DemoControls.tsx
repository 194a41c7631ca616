import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { findCommand } from '../../lib/commands/offers.ts'

/** Takes the demo service offline, to show how Steward behaves without it. */
function ServiceSwitch({ running }: { running: boolean }) {
  const api = useApi()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: api.connections.list.key() })
  const { mutate, isPending } = useMutation(api.connections.setDemoService.mutationOptions({ onSettled }))
  return (
    <Button
      variant="default"
      size="compact-xs"
      fullWidth
      mt={8}
      loading={isPending}
      onClick={() => mutate({ running: !running })}
    >
      {running ? 'Take the demo service offline' : 'Bring it back online'}
    </Button>
  )
}

/** Only the page of a record offers this edit. */
function askColleague(): void {
  const command = findCommand('demo.colleague')
  if (command) command.run()
  else notifications.show({ message: 'Open a household, a person, a document or a summary first.', autoClose: 4_000 })
}

/** Controls for the demo firm's service, to show how Steward reacts. */
export function DemoControls({ running }: { running: boolean }) {
  return (
    <>
      <ServiceSwitch running={running} />
      <Button variant="default" size="compact-xs" fullWidth mt={4} onClick={askColleague}>
        A colleague edits this record
      </Button>
    </>
  )
}
