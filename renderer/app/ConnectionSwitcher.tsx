import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconLock, IconLockOpen, IconLogout, IconPlus, IconSelector } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LeaveConnectionDialog } from '../components/leaving/LeaveConnectionDialog.tsx'
import { RecordText } from '../components/Values.tsx'
import { useApi, useClient } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import classes from './sidebar.module.css'

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

function SignOutDialog({ close }: { close: () => void }) {
  const connection = useConnection()
  const navigate = useNavigate()
  const client = useClient()
  const api = useApi()
  const queries = useQueryClient()
  return (
    <LeaveConnectionDialog
      connection={connection}
      title="Sign out?"
      verb="Sign out"
      keep="Stay signed in"
      leave={async (unsent) => {
        await client.connections.signOut({ connectionId: connection.id, ...(unsent ? { unsent } : {}) })
        await navigate({ to: '/', ignoreBlocker: true })
        // Whoever goes back in at once is asked to sign in: the list must not be older than that.
        await queries.invalidateQueries({ queryKey: api.connections.list.key() })
      }}
      onClose={close}
    >
      The sign-in and the offline copy are removed from this computer. Signing in again downloads everything anew.
    </LeaveConnectionDialog>
  )
}

/** Forbids every change through this connection, or allows them again. The main process holds to it. */
function ReadOnlyItem() {
  const connection = useConnection()
  const { mutate } = useMutation(useApi().connections.setReadOnly.mutationOptions())
  return (
    <Menu.Item
      leftSection={connection.read_only ? <IconLockOpen {...icon} /> : <IconLock {...icon} />}
      onClick={() => mutate({ connectionId: connection.id, read_only: !connection.read_only })}
    >
      {connection.read_only ? 'Allow changes again' : 'Make read-only'}
    </Menu.Item>
  )
}

/** Which connection this is, and the way to the others. */
export function ConnectionSwitcher() {
  const current = useConnection()
  const navigate = useNavigate()
  const [leaving, { open, close }] = useDisclosure(false)
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} })).data ?? [current]
  return (
    <>
      <Menu width={260} position="bottom-start" offset={2}>
        <Menu.Target>
          <button
            type="button"
            className={classes.switcher}
            aria-label={`Connection: ${current.name}${current.read_only ? ' (read-only)' : ''}`}
          >
            <span className={classes.name}>
              <RecordText>{current.name}</RecordText>
            </span>
            {current.read_only ? <IconLock {...icon} /> : null}
            <IconSelector {...icon} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {connections.map((connection) => (
            <Menu.Item
              key={connection.id}
              leftSection={connection.id === current.id ? <IconCheck {...icon} /> : <span style={{ width: 14 }} />}
              onClick={() => void navigate({ to: '/c/$connectionId', params: { connectionId: connection.id } })}
            >
              <RecordText>{connection.name}</RecordText>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <ReadOnlyItem />
          <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => void navigate({ to: '/' })}>
            All connections
          </Menu.Item>
          {current.kind === 'tenant' && current.session !== 'signed-out' ? (
            <Menu.Item leftSection={<IconLogout {...icon} />} onClick={open}>
              Sign out…
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {leaving ? <SignOutDialog close={close} /> : null}
    </>
  )
}
