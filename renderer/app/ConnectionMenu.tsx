import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconCheck,
  IconCloud,
  IconCloudOff,
  IconHelp,
  IconLock,
  IconLockOpen,
  IconLogin,
  IconLogout,
  IconPencil,
  IconPlus,
  IconSettings,
  IconShieldLock,
  IconUserEdit,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { themes } from '../../shared/domain/themes.ts'
import { KeyCaps } from '../components/KeyCaps.tsx'
import { PopupMenu } from '../components/popups/Popup.tsx'
import type { Popup } from '../components/popups/use-popup.ts'
import { RecordText } from '../components/Values.tsx'
import { openHelp } from '../features/help/public.ts'
import { applyLockState } from '../features/lock/lock-state.ts'
import { LeaveConnectionDialog } from '../features/start/LeaveConnectionDialog.tsx'
import { isEditable } from '../features/start/public.ts'
import { useDemoService } from '../features/sync/SyncPanel.tsx'
import { useApi, useClient, useConnection } from '../lib/api.ts'
import { findCommand } from '../lib/commands/offers.ts'
import { useForbidden } from '../lib/policy.ts'
import { usePreferences } from '../lib/use-preferences.ts'

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
const noIcon = <span style={{ width: 14 }} />

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

/** Only the page of a record offers this edit. */
function askColleague(): void {
  const command = findCommand('demo.colleague')
  if (command) command.run()
  else notifications.show({ message: 'Open a household, a person, a document or a summary first.', autoClose: 4_000 })
}

/** The demo firm's commands that show how Steward reacts. */
function DemoItems() {
  const running = useConnection().demoServiceRunning === true
  const { mutate } = useDemoService()
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Demo firm</Menu.Label>
      <Menu.Item
        leftSection={running ? <IconCloudOff {...icon} /> : <IconCloud {...icon} />}
        onClick={() => mutate({ running: !running })}
      >
        {running ? 'Take the demo service offline' : 'Bring the demo service back online'}
      </Menu.Item>
      <Menu.Item leftSection={<IconUserEdit {...icon} />} onClick={askColleague}>
        A colleague edits this record
      </Menu.Item>
    </>
  )
}

const themeNames = { system: 'Follow the system', light: 'Light', dark: 'Dark' } as const

/** Light, dark, or the operating system's theme; stored for the whole app on this computer. */
function ThemeItems() {
  const { chosen, choose } = usePreferences()
  const onChange = (value: string) => {
    const theme = themes.find((one) => one === value)
    if (theme !== undefined) choose({ theme })
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Theme</Menu.Label>
      <Menu.RadioGroup value={chosen.theme} onChange={onChange}>
        {themes.map((theme) => (
          <Menu.RadioItem key={theme} value={theme} checkIcon={<IconCheck {...icon} />}>
            {themeNames[theme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

function LockItem() {
  const { mutate } = useMutation(useApi().lock.lock.mutationOptions({ onSuccess: applyLockState }))
  return (
    <Menu.Item leftSection={<IconShieldLock {...icon} />} onClick={() => mutate({})}>
      Lock Steward
    </Menu.Item>
  )
}

/** Menu of the connections on this computer, with the actions for the current one, the theme and what the demo firm offers. */
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
            leftSection={connection.id === current.id ? <IconCheck {...icon} /> : noIcon}
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
        <ThemeItems />
        {current.kind === 'demo' ? <DemoItems /> : null}
      </Menu.Dropdown>
    </PopupMenu>
  )
}
