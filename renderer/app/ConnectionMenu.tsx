import { Menu } from '@mantine/core'
import {
  IconCheck,
  IconHelp,
  IconLock,
  IconLockOpen,
  IconLogin,
  IconLogout,
  IconPencil,
  IconPlus,
  IconSettings,
  IconShieldLock,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { KeyCaps } from '../components/KeyCaps.tsx'
import { PopupMenu } from '../components/popups/Popup.tsx'
import type { Popup } from '../components/popups/use-popup.ts'
import { RecordText } from '../components/Values.tsx'
import { openHelp } from '../features/help/public.ts'
import { applyLockState } from '../features/lock/lock-state.ts'
import { LeaveConnectionDialog } from '../features/start/LeaveConnectionDialog.tsx'
import { isEditable } from '../features/start/public.ts'
import { useApi, useClient } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import { useForbidden } from '../lib/policy.ts'

/** Asks before the connection on screen is signed out. */
export function SignOutDialog({ close }: { close: () => void }) {
  const connection = useConnection()
  const navigate = useNavigate()
  const client = useClient()
  const api = useApi()
  const queries = useQueryClient()
  const connections = useQuery(api.connections.list.queryOptions({ input: {} })).data
  const unsent = connections?.find(({ id }) => id === connection.id)?.unsent ?? 0
  return (
    <LeaveConnectionDialog
      connection={{ ...connection, unsent }}
      title="Sign out?"
      verb="Sign out"
      keep="Stay signed in"
      leave={async (kept) => {
        await client.connections.signOut({ connectionId: connection.id, ...(kept ? { unsent: kept } : {}) })
        await navigate({ to: '/', ignoreBlocker: true })
        // The list must show the sign-out before the user can open this connection again, so that it asks for a sign-in.
        await queries.invalidateQueries({ queryKey: api.connections.list.key() })
      }}
      onClose={close}
    >
      The sign-in and the offline copy are removed from this computer. Signing in again downloads everything again.
    </LeaveConnectionDialog>
  )
}

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

/** Switches the connection to read-only or back. The main process enforces it. */
function ReadOnlyItem() {
  const connection = useConnection()
  const { mutate } = useMutation(useApi().connections.setReadOnly.mutationOptions())
  if (useForbidden('outbox.save') !== null)
    return (
      <Menu.Item leftSection={<IconLock {...icon} />} disabled>
        Read-only by your firm
      </Menu.Item>
    )
  return (
    <Menu.Item
      leftSection={connection.read_only ? <IconLockOpen {...icon} /> : <IconLock {...icon} />}
      onClick={() => mutate({ connectionId: connection.id, read_only: !connection.read_only })}
    >
      {connection.read_only ? 'Allow changes again' : 'Make read-only'}
    </Menu.Item>
  )
}

function LockItem() {
  const { mutate } = useMutation(useApi().custody.lock.mutationOptions({ onSuccess: applyLockState }))
  return (
    <Menu.Item leftSection={<IconShieldLock {...icon} />} onClick={() => mutate({})}>
      Lock Steward
    </Menu.Item>
  )
}

/** Menu of the connections on this computer, with the actions for the current one. */
export function ConnectionMenu({ popup, onSignOut }: { popup: Popup; onSignOut: () => void }) {
  const current = useConnection()
  const navigate = useNavigate()
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} })).data ?? [current]
  return (
    <PopupMenu popup={popup} width={260} position="bottom-start" offset={2}>
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
        <Menu.Item leftSection={<IconSettings {...icon} />} onClick={() => void navigate({ to: '/settings' })}>
          Settings
        </Menu.Item>
        <Menu.Item leftSection={<IconHelp {...icon} />} rightSection={<KeyCaps keys="F1" />} onClick={() => openHelp()}>
          Help
        </Menu.Item>
        {isEditable(current) ? (
          <Menu.Item
            leftSection={<IconPencil {...icon} />}
            onClick={() =>
              void navigate({ to: '/connections/$connectionId/edit', params: { connectionId: current.id } })
            }
          >
            Edit connection…
          </Menu.Item>
        ) : null}
        <LockItem />
        {current.kind === 'tenant' ? (
          <Menu.Item
            leftSection={<IconLogin {...icon} />}
            onClick={() => void navigate({ to: '/sign-in/$connectionId', params: { connectionId: current.id } })}
          >
            {current.session === 'signed-out' ? 'Sign in' : 'Sign in again'}
          </Menu.Item>
        ) : null}
        {current.kind === 'tenant' && current.session !== 'signed-out' ? (
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={onSignOut}>
            Sign out…
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </PopupMenu>
  )
}
