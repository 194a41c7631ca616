import { Link } from '@tanstack/react-router'
import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { Section } from '../../components/Section.tsx'
import { Quiet, RecordText, Tag } from '../../components/Values.tsx'
import { connectionState, isEditable } from '../start/public.ts'
import classes from './settings.module.css'

/** The connections on this computer, with a link to each and one to add another. */
export function ConnectionsSection({ connections }: { connections: readonly ConnectionSummary[] }) {
  return (
    <Section title="Connections" count={connections.length} aside={<Link to="/connect">Connect your firm</Link>}>
      {connections.length === 0 ? <p className={classes.hint}>None yet.</p> : null}
      <ul className={classes.list}>
        {connections.map((connection) => (
          <li key={connection.id} className={classes.connection}>
            <Link to="/c/$connectionId" params={{ connectionId: connection.id }}>
              <RecordText>{connection.name}</RecordText>
            </Link>
            <Quiet>
              <RecordText>{connection.kind === 'demo' ? 'Sample data' : connection.base_url}</RecordText>
            </Quiet>
            {connection.read_only ? <Tag>Read-only</Tag> : <span />}
            <Tag>{connectionState(connection)}</Tag>
            {isEditable(connection) ? (
              <Link
                to="/connections/$connectionId/edit"
                params={{ connectionId: connection.id }}
                aria-label={`Edit ${connection.name}`}
              >
                Edit
              </Link>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
      <p className={classes.hint}>
        Edit changes its name, certificate, secret and sign-in. Remove a connection on the{' '}
        <Link to="/">start screen</Link>. Make it read-only in the menu with its name.
      </p>
    </Section>
  )
}
