import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { Page } from '../../components/Page.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { EmptyState } from '../../components/States.tsx'
import { isAnyUnread, OfflineMark, useSyncStatus } from '../../components/sync-state.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { RuleExceptions } from '../missing-documents/public.ts'
import classes from './quality.module.css'

type Check = ContractOutputs['today']['quality']['checks'][number]

/** The share of checks that found nothing, in per cent to one decimal; rounded down, so that 100 says that nothing was found. */
const passedOf = (checked: number, found: number) => Math.floor(((checked - found) / checked) * 1000) / 10

function CheckLine({ check }: { check: Check }) {
  const connectionId = useConnection().id
  const { name, words, list, filters, checked, found, left_out, left_out_filters } = check
  return (
    <li className={classes.check}>
      <div>
        <p>{name}</p>
        <p className="note">
          {words}{' '}
          {found > 0 && filters.some(({ column }) => column === 'possible_double') ? (
            <Link
              className="nowrap"
              to="/c/$connectionId/doubles"
              params={{ connectionId }}
              aria-label={`${name}: see the pairs`}
            >
              See the pairs
            </Link>
          ) : null}
        </p>
      </div>
      <span className={classes.count}>
        {checked === 0 ? (
          <span className="quiet">None to check</span>
        ) : found === 0 ? (
          <span className="quiet">None of {formatCount(checked)}</span>
        ) : (
          <Link
            to={`/c/$connectionId/${list}`}
            params={{ connectionId }}
            search={{ filters }}
            aria-label={`${name}: ${formatCount(found)} of ${formatCount(checked)}`}
          >
            {formatCount(found)} of {formatCount(checked)}
          </Link>
        )}
        {left_out === 0 ? null : (
          <span className="quiet">
            , and{' '}
            <Link
              to={`/c/$connectionId/${list}`}
              params={{ connectionId }}
              search={{ filters: left_out_filters }}
              aria-label={`${name}: ${formatCount(left_out)} left out`}
            >
              {formatCount(left_out)} left out
            </Link>
          </span>
        )}
      </span>
    </li>
  )
}

function Score({ checks }: { checks: readonly Check[] }) {
  const checked = checks.reduce((sum, check) => sum + check.checked, 0)
  const found = checks.reduce((sum, check) => sum + check.found, 0)
  if (checked === 0) return null
  return (
    <>
      <p className={classes.score}>{passedOf(checked, found)}%</p>
      <p className="note">
        of {countOf(checked, 'check', 'checks')} found nothing, and {formatCount(found)} found something. A record
        counts once for each rule that checks it.
      </p>
    </>
  )
}

/** How complete the firm's records are, rule by rule; each leads to the records that lack something, where they can be edited together. */
export function QualityPage() {
  const connectionId = useConnection().id
  const query = useQuery(useApi().today.quality.queryOptions({ input: { connectionId } }))
  const status = useSyncStatus()
  return (
    <Page
      title="Data quality"
      aside={
        <>
          <Link to="/c/$connectionId/doubles" params={{ connectionId }}>
            Possible duplicates
          </Link>
          <Link to="/settings" hash="rules">
            Edit rules
          </Link>
          <OfflineMark />
        </>
      }
    >
      <QueryView query={query} label="data quality">
        {({ checks }) =>
          checks.length === 0 ? (
            <EmptyState title="All rules are switched off." hint="Switch them on in Settings, Rules." />
          ) : (
            <>
              <Score checks={checks} />
              {status === undefined || isAnyUnread(status) ? (
                <p className="note">Not all records were read yet, so the counts are incomplete.</p>
              ) : null}
              <ul className={`plain-list ${classes.checks}`} aria-label="Checks">
                {checks
                  .toSorted((one, other) => other.found - one.found)
                  .map((check) => (
                    <CheckLine key={check.id} check={check} />
                  ))}
              </ul>
              <RuleExceptions householdId={null} of={checks.map(({ id }) => id)} />
            </>
          )
        }
      </QueryView>
    </Page>
  )
}
