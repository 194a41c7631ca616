import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { usePopup } from '../../components/popups/use-popup.ts'
import { ErrorState } from '../../components/States.tsx'
import { Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { useApi } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { presentError } from '../../lib/present-error.ts'
import { connectionState, isEditable } from './connection-state.ts'
import classes from './start.module.css'

const ConnectionActions = lazyPart(async () => (await import('./ConnectionActions.tsx')).ConnectionActions)
const RemoveDialog = lazyPart(async () => (await import('./RemoveDialog.tsx')).RemoveDialog)

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
export function RefusedConnections() {
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
export function Connections() {
  const connections = useQuery(useApi().connections.list.queryOptions({ input: {} }))
  if (!connections.data)
    return connections.isError ? (
      <ErrorState error={presentError(connections.error)} onRetry={() => void connections.refetch()} />
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
