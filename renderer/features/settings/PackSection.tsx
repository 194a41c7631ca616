import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { Section } from '../../components/Section.tsx'
import { RecordText } from '../../components/Values.tsx'
import { FirmSettings } from '../packs/public.ts'
import classes from './settings.module.css'

/** How meeting packs name each connection's firm. */
export function PackSection({ connections }: { connections: readonly ConnectionSummary[] }) {
  return (
    <Section title="Meeting packs">
      <p className={classes.line}>The firm’s name and logo on the cover. They stay on this computer, encrypted.</p>
      {connections.map(({ id, name, cache }) =>
        cache === 'open' ? (
          <FirmSettings key={id} connectionId={id} label={`Name of the firm of ${name}`} />
        ) : (
          <p key={id} className={classes.line}>
            <RecordText>{name}</RecordText>: open it to set its firm’s name and logo.
          </p>
        ),
      )}
    </Section>
  )
}
