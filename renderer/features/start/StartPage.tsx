import { Button } from '@mantine/core'
import { IconBuildingEstate, IconFileImport, IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { decidedByFirm } from '../../../shared/domain/policy-permissions.ts'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { useApi } from '../../lib/api.ts'
import { usePolicy } from '../../lib/policy.ts'
import { presentError } from '../../lib/present-error.ts'
import { openHelp } from '../help/public.ts'
import { Connections, RefusedConnections } from './Connections.tsx'
import classes from './start.module.css'

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
      <Link to="/settings" className={classes.inText}>
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
    <section className={classes.choice} aria-labelledby="demo-title">
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
      {open.error ? <ErrorState error={presentError(open.error)} onRetry={() => open.mutate({})} /> : null}
    </section>
  )
}

function TenantChoice() {
  return (
    <section className={classes.choice} aria-labelledby="tenant-title">
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
    <section className={classes.choice} aria-labelledby="file-title">
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
    <main id="main" className={classes.page}>
      <header className={classes.face}>
        <img src="/icon.svg" alt="" width={56} height={56} />
        <div>
          <h1>Steward</h1>
          <p className={classes.lead}>Your firm’s clients at hand, at your desk and on a plane.</p>
        </div>
      </header>
      {info.error ? <ErrorState error={presentError(info.error)} onRetry={() => void info.refetch()} /> : null}
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
        <Link to="/settings" className={classes.inText}>
          Settings
        </Link>
        {' · '}
        <button type="button" className={classes.inText} onClick={() => openHelp()}>
          Help
        </button>
        {info.data ? ` · Version ${info.data.version}` : null}
      </p>
    </main>
  )
}
