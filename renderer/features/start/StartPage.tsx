import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBuildingEstate, IconDots, IconFileImport, IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { decidedByFirm } from '../../../shared/domain/policy-permissions.ts'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { lazyPopup, usePopup } from '../../components/popups/use-popup.ts'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { lazyDialog } from '../../lib/lazy-part.ts'
import { usePolicy } from '../../lib/policy.ts'
import { openHelp } from '../help/public.ts'
import { connectionState, isEditable } from './connection-state.ts'
import classes from './start.module.css'

const ConnectionActions = lazyPopup('The menu', async () => (await import('./ConnectionActions.tsx')).ConnectionActions)
const RemoveDialog = lazyDialog(
  'The dialog',
  async () => (await import('./RemoveDialog.tsx')).RemoveDialog,
  ({ close }) => ({ cancel: close }),
)

function Actions({ connection }: { connection: ConnectionSummary }) {
  const [opened, onOpened] = useState(false)
  const [asking, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  const edit = () => void navigate({ to: '/connections/$connectionId/edit', params: { connectionId: connection.id } })
  const { button, popup } = usePopup('menu', { opened, onOpened })
  return (
    <>
      <ActionIcon {...button} size={24} aria-label={`More for ${connection.name}`}>
        <IconDots size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {popup ? <ConnectionActions popup={popup} onEdit={edit} onRemove={open} /> : null}
      {asking ? <RemoveDialog connection={connection} close={close} /> : null}
    </>
  )
}

const aboutIt = ({ user, kind, base_url: address }: ConnectionSummary) =>
  user ?? (kind === 'demo' ? 'Sample data' : address)

/** The saved connections that Steward refused to use, each with its reason. */
function RefusedConnections() {
  const problems = useQuery(useApi().connections.problems.queryOptions({ input: {} })).data ?? []
  if (problems.length === 0) return null
  return (
    <ul className={classes.refused} role="alert" aria-label="Connections that are not used">
      {problems.map(({ name, message, nextStep }) => (
        <li key={`${name} ${message}`}>
          {name === null ? null : (
            <b>
              <RecordText>{name}</RecordText>
            </b>
          )}
          <p>
            {message} {nextStep}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The connections on this computer, each with its state. */
function Connections() {
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} }))
  if (!connections.data)
    return connections.isError ? (
      <ErrorState error={connections.error} onRetry={() => void connections.refetch()} />
    ) : null
  if (connections.data.length === 0) return null
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
              <RecordText>{connection.managed ? 'Managed by your firm' : aboutIt(connection)}</RecordText>
            </Quiet>
            <Tag>{connectionState(connection)}</Tag>
            {isEditable(connection) ? <Actions connection={connection} /> : <span />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const icon = { size: 24, stroke: 1.5, 'aria-hidden': true } as const

/** Announces files that were opened with Steward and not yet added to a connection. */
function ArrivedNotice() {
  const count = useQuery(useApi().intake.arrived.queryOptions({ input: {} })).data?.files.length ?? 0
  if (count === 0) return null
  const files = count === 1 ? 'A file is waiting' : `${count} files are waiting`
  return (
    <p className={classes.notice} role="status">
      {files} to be added. Open a connection to choose whose documents they are.
    </p>
  )
}

/** Says why nothing can be added while the firm's policy cannot be read. */
function PolicyNotice() {
  if (usePolicy().unreadable === undefined) return null
  return (
    <p className={classes.notice} role="alert">
      {decidedByFirm.unreadable} Show your IT department the{' '}
      <Link to="/settings" className={`plain-button ${classes.inText}`}>
        settings
      </Link>
      , which name what is wrong with it.
    </p>
  )
}

/** True if the firm has set up a connection: users are then expected to open that one. */
function useIsSetUp(): boolean {
  const { data = [] } = useQuery(useApi().connections.list.queryOptions({ input: {} }))
  return data.some(({ managed }) => managed)
}

function DemoChoice() {
  const isSetUp = useIsSetUp()
  const navigate = useNavigate()
  const open = useMutation(
    useApi().connections.openDemo.mutationOptions({
      meta: { shown: true },
      onSuccess: (connection) => navigate({ to: '/c/$connectionId', params: { connectionId: connection.id } }),
    }),
  )
  return (
    <section className={`column ${classes.choice}`} aria-labelledby="demo-title">
      <IconBuildingEstate {...icon} />
      <h2 id="demo-title">Explore the demo firm</h2>
      <p>
        A fictional firm with hundreds of households, served from this computer. No sign-in, and nothing you can break.
      </p>
      <Button
        size="sm"
        variant={isSetUp ? 'default' : 'filled'}
        loading={open.isPending}
        onClick={() => open.mutate({})}
      >
        Open the demo firm
      </Button>
      <ErrorState error={open.error} onRetry={() => open.mutate({})} />
    </section>
  )
}

function TenantChoice() {
  return (
    <section className={`column ${classes.choice}`} aria-labelledby="tenant-title">
      <IconPlugConnected {...icon} />
      <h2 id="tenant-title">Connect your firm</h2>
      <p>Your firm’s own records. You need the service’s addresses, and the client ID and secret of your firm.</p>
      <Button size="sm" variant="default" component={Link} to="/connect">
        Connect your firm
      </Button>
    </section>
  )
}

function FileChoice() {
  return (
    <section className={`column ${classes.choice}`} aria-labelledby="file-title">
      <IconFileImport {...icon} />
      <h2 id="file-title">Use a file from your firm</h2>
      <p>If your administrator gave you a description of the connection, Steward fills in the rest from it.</p>
      <Button size="sm" variant="default" component={Link} to="/connect" hash="file">
        Choose the file
      </Button>
    </section>
  )
}

/** The first screen: the demo firm, a new tenant, or a connection on this computer. */
export function StartPage() {
  const info = useQuery(useApi().app.info.queryOptions({ input: {} }))
  useEffect(() => {
    document.title = 'Steward'
  }, [])
  if (info.isPending) return <PageSkeleton label="Starting" />
  return (
    <main id="main" className={`scroll ${classes.page}`}>
      <header className={`line ${classes.face}`}>
        <img src="/icon.svg" alt="" width={56} height={56} />
        <div>
          <h1>Steward</h1>
          <p className={classes.lead}>Your firm’s clients at hand, at your desk and on a plane.</p>
        </div>
      </header>
      <ErrorState error={info.error} onRetry={() => void info.refetch()} />
      <ArrivedNotice />
      <PolicyNotice />
      <RefusedConnections />
      <Connections />
      <div className={classes.choices}>
        <DemoChoice />
        <TenantChoice />
        <FileChoice />
      </div>
      {info.data?.keychain.kind === 'session' ? (
        <p className={classes.notice}>
          {info.data.keychain.notice ??
            'The keychain is unavailable: your firm’s data is not kept when Steward closes.'}
        </p>
      ) : null}
      <p className={classes.version}>
        <Link to="/settings" className={`plain-button ${classes.inText}`}>
          Settings
        </Link>
        {' · '}
        <button type="button" className={`plain-button ${classes.inText}`} onClick={() => openHelp()}>
          Help
        </button>
        {info.data ? ` · Version ${info.data.version}` : null}
      </p>
    </main>
  )
}
