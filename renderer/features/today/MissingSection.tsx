import { Fragment } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { ruleSources } from '../../../shared/domain/missing-documents.ts'
import type { MissingOfHousehold, TodayAnswer } from '../../../shared/ipc/today.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { TodaySection } from './TodaySection.tsx'
import classes from './today.module.css'

type Missing = MissingOfHousehold['missing']

/** The rules of a household by the person or entity that they are about. */
function bySubject(missing: Missing) {
  return [...Map.groupBy(missing, ({ about }) => about?.id ?? '').values()].map((rules) => ({
    about: rules[0]?.about ?? null,
    rules: rules.map(({ rule }) => rule),
  }))
}

/** The documents that rules expect and that are not on file in this firm's records. */
export function MissingSection({
  missing,
  source,
}: {
  missing: TodayAnswer['missing']
  source: TodayAnswer['rules']['source']
}) {
  const count = missing.documents
  return (
    <TodaySection
      title="Not on file here"
      many="households"
      section={missing}
      about={`${formatCount(count)} ${count === 1 ? 'document' : 'documents'}. ${ruleSources[source]} The documents may exist elsewhere.`}
      keyOf={({ household }) => household.id}
    >
      {({ household, missing: rules }) => (
        <>
          <RecordLink resource="households" id={household.id} name={household.name} />
          <span className={classes.wide}>
            {bySubject(rules).map(({ about, rules: names }, at) => (
              <Fragment key={about?.id ?? ''}>
                {at > 0 ? '; ' : ''}
                {about ? (
                  <>
                    <RecordLink resource={about.resource} id={about.id} name={about.name} />:{' '}
                  </>
                ) : null}
                {names.join(', ')}
              </Fragment>
            ))}
          </span>
        </>
      )}
    </TodaySection>
  )
}

/** Why the user's own rules are not applied. */
export function RuleProblems({ rules: { problems } }: { rules: TodayAnswer['rules'] }) {
  if (problems.length === 0) return null
  return (
    <div role="alert" className={classes.problem}>
      <p>
        <strong>document-rules.json cannot be used, so Steward’s usual rules apply.</strong>
      </p>
      <ul className={classes.problems}>
        {problems.map(({ field, message }) => (
          <li key={field + message}>
            {field === '' ? null : <code>{field}</code>} {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
