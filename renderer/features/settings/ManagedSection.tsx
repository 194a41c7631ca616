import { useQuery } from '@tanstack/react-query'
import { FieldList } from '../../components/FieldList.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Section } from '../../components/Section.tsx'
import { useApi } from '../../lib/api.ts'
import { decisions } from './policy-words.ts'
import classes from './settings.module.css'

/** The settings managed by the firm, read-only for the user. */
export function ManagedSection() {
  const query = useQuery(useApi().policy.get.queryOptions({ input: {} }))
  return (
    <Section title="Managed by your firm">
      <QueryView query={query} label="your firm’s policy">
        {({ source, problems, policy }) => {
          const decided = decisions(policy)
          return (
            <>
              {problems.length > 0 ? (
                <div role="alert" className={classes.problem}>
                  <p>There is a problem with your firm’s policy. Show this to your IT department.</p>
                  <ul>
                    {problems.map((problem) => (
                      <li key={problem}>{problem}</li>
                    ))}
                  </ul>
                </div>
              ) : null}
              {decided.length === 0 ? (
                <p className={classes.hint}>Nothing is managed: all settings are yours.</p>
              ) : (
                <FieldList fields={decided.map(({ title, words }) => ({ label: title, value: <bdi>{words}</bdi> }))} />
              )}
              {source === null ? null : (
                <p className={classes.hint}>
                  Read from <bdi>{source}</bdi>. Only an administrator of this computer can change it.
                </p>
              )}
            </>
          )
        }}
      </QueryView>
    </Section>
  )
}
