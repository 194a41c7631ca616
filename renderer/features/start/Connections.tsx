import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { LeaveConnectionDialog } from '../../components/leaving/LeaveConnectionDialog.tsx'
import { ErrorState } from '../../components/States.tsx'
import { Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { useApi, useClient } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import { connectionState } from './connection-state.ts'
import classes from './start.module.css'

function RemoveDialog({ connection, close }: { connection: ConnectionSummary; close: () => void }) {
  const api = useApi()
  const client = useClient()
  const queries = useQueryClient()
  return (
    <LeaveConnectionDialog
      connection={connection}
      title="Remove this connection?"
      verb="Remove"
      keep="Keep it"
      leave={async (unsent) => {
        await client.connections.remove({ connectionId: connection.id, ...(unsent ? { unsent } : {}) })
        await queries.invalidateQueries({ queryKey: api.connections.list.key() })
      }}
      onClose={close}
    >
      Its sign-in, client secret and offline copy are removed from this computer. Nothing changes in the service, and
      the history observed on this computer is kept.
    </LeaveConnectionDialog>
  )
}

function Actions({ connection }: { connection: ConnectionSummary }) {
  const [asking, { open, close }] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={24} aria-label={`More for ${connection.name}`}>
            <IconDots size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTrash size={14} aria-hidden="true" />} onClick={open}>
            Remove…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking ? <RemoveDialog connection={connection} close={close} /> : null}
    </>
  )
}

/** The connections this computer knows, each with its state. */
export function Connections() {
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} }))
  if (connections.isError)
    return <ErrorState error={presentError(connections.error)} onRetry={() => void connections.refetch()} />
  if (!connections.data || connections.data.length === 0) return null
  return (
    <section className={classes.known} aria-labelledby="known-title">
      <h2 id="known-title">Connections on this computer</h2>
      <ul>
        {connections.data.map((connection) => (
          <li key={connection.id}>
            <Link to="/c/$connectionId" params={{ connectionId: connection.id }} className={classes.connection}>
              <RecordText>{connection.name}</RecordText>
            </Link>
            <Quiet>
              <RecordText>
                {connection.user ?? (connection.kind === 'demo' ? 'Made-up data' : connection.base_url)}
              </RecordText>
            </Quiet>
            <Tag>{connectionState(connection)}</Tag>
            {connection.kind === 'tenant' ? <Actions connection={connection} /> : <span />}
          </li>
        ))}
      </ul>
    </section>
  )
}
