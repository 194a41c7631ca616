import { Menu } from '@mantine/core'
import { IconCheck, IconLogout, IconPlus, IconSelector } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RecordText } from '../components/Values.tsx'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import classes from './sidebar.module.css'

const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

function SignOutItem() {
  const api = useApi()
  const connection = useConnection()
  const navigate = useNavigate()
  const signOut = useMutation(api.connections.signOut.mutationOptions({ onSuccess: () => navigate({ to: '/' }) }))
  return (
    <Menu.Item
      leftSection={<IconLogout {...icon} />}
      onClick={() => signOut.mutate({ connectionId: connection.id })}
      title="Removes tokens, the offline copy and its key from this computer"
    >
      Sign out
    </Menu.Item>
  )
}

/** Which connection this is, and the way to the others. */
export function ConnectionSwitcher() {
  const current = useConnection()
  const navigate = useNavigate()
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} })).data ?? [current]
  return (
    <Menu width={260} position="bottom-start" offset={2}>
      <Menu.Target>
        <button type="button" className={classes.switcher} aria-label={`Connection: ${current.name}`}>
          <span className={classes.name}>
            <RecordText>{current.name}</RecordText>
          </span>
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
        <Menu.Item leftSection={<IconPlus {...icon} />} onClick={() => void navigate({ to: '/' })}>
          All connections
        </Menu.Item>
        {current.kind === 'tenant' ? <SignOutItem /> : null}
      </Menu.Dropdown>
    </Menu>
  )
}
