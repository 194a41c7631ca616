import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { demoColleague, isForDemoColleague } from '../../../shared/domain/demo-colleague.ts'
import { fieldName } from '../../../shared/domain/field-words.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import { useApi } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useConnection } from '../../lib/connection.ts'

const inWords = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** In the demo firm: a command that simulates a colleague's edit of the record on screen, and reports it. */
export function useDemoColleague({ resource, id }: { resource: Resource; id: string }): void {
  const api = useApi()
  const { id: connectionId, kind } = useConnection()
  const { mutate, isPending } = useMutation(
    api.connections.demoColleague.mutationOptions({
      onSuccess: ({ changed }) => {
        const fields = inWords.format(changed.map((field) => fieldName(field).toLowerCase()))
        notifications.show({
          message: `${demoColleague} changed ${fields} in the service. Your copy has not seen it yet.`,
          autoClose: 8_000,
        })
      },
    }),
  )
  const ask = isForDemoColleague(resource)
    ? () => {
        if (!isPending) mutate({ connectionId, resource, id })
      }
    : null
  useCommand('demo.colleague', kind === 'demo' ? ask : null)
}
