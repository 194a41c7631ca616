import type { ConnectionSummary } from '../../../shared/ipc/connections.ts'
import { Section } from '../../components/Section.tsx'
import { RecordText } from '../../components/Values.tsx'
import { RuleSettings } from '../missing-documents/public.ts'
import classes from './settings.module.css'

/** The rules of each connection. */
export function RulesSection({ connections }: { connections: readonly ConnectionSummary[] }) {
  return (
    <Section title="Rules" anchor="rules">
      <p className={classes.line}>
        Documents that Steward expects on file, dates that follow from the law, and the quality of records. A rule that
        is off is applied nowhere: on Today, on households’ pages, in meeting packs and in Data quality.
      </p>
      {connections.map(({ id, name, cache }) => (
        <div key={id}>
          {connections.length === 1 && cache === 'open' ? null : (
            <p className={classes.line}>
              <RecordText>{name}</RecordText>
              {cache === 'open' ? null : ': open it to see its rules.'}
            </p>
          )}
          {cache === 'open' ? <RuleSettings connectionId={id} /> : null}
        </div>
      ))}
    </Section>
  )
}
