import { Button, Switch } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useId, useState } from 'react'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { TodayAnswer } from '../../../shared/ipc/today.ts'
import { ruleSources, sayYears, whyUnknown } from '../../../shared/rules/expected-documents.ts'
import { QueryView } from '../../components/QueryView.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { MissingListButton } from './MissingListButton.tsx'
import classes from './missing-documents.module.css'

/** Households of a rule before and after “Show more”. */
const [fewHouseholds, mostHouseholds] = [8, 50]

type Rule = TodayAnswer['missing']['rules'][number]
type Whose = { owner_id: string | null }

/** The households in which a rule finds no document, by name. */
function HouseholdsOfRule({ rule, of }: { rule: Rule; of: Whose }) {
  const connectionId = useConnection().id
  const [all, setAll] = useState(false)
  const input = { connectionId, of, rule_id: rule.id, limit: mostHouseholds }
  const query = useQuery(useApi().today.missing.queryOptions({ input }))
  return (
    <QueryView query={query} label="households">
      {({ lines, households }) => (
        <>
          <ul className="plain-list" aria-label={`Households without: ${rule.name}`}>
            {lines.slice(0, all ? mostHouseholds : fewHouseholds).map(({ household, missing }) => (
              <li key={household.id} className={classes.household}>
                <RecordLink resource="households" id={household.id} name={household.name} />
                <span>
                  {missing.map(({ about, ...expected }, at) => (
                    <Fragment key={about?.id ?? ''}>
                      {at > 0 ? ', ' : ''}
                      {about === null ? null : <RecordLink resource={about.resource} id={about.id} name={about.name} />}
                      <Years {...expected} />
                    </Fragment>
                  ))}
                </span>
                <Link
                  to="/c/$connectionId/households/$id"
                  params={{ connectionId, id: household.id }}
                  hash="documents"
                  aria-label={`Documents of ${household.name}`}
                >
                  Documents
                </Link>
              </li>
            ))}
          </ul>
          {!all && lines.length > fewHouseholds ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
              {lines.length === households ? `Show all ${formatCount(households)}` : `Show the first ${mostHouseholds}`}
            </Button>
          ) : null}
          {all && households > lines.length ? (
            <p className="note">And {countOf(households - lines.length, 'more household', 'more households')}.</p>
          ) : null}
        </>
      )}
    </QueryView>
  )
}

type Expected = ContractOutputs['today']['missing']['lines'][number]['missing'][number]

/** The years of a document that is expected in each, and whether it is known to be missing. */
function Years({ years, state }: Pick<Expected, 'years' | 'state'>) {
  const words = [...(years.length > 0 ? [sayYears(years)] : []), ...(state === 'unknown' ? ['not known'] : [])].join(
    ', ',
  )
  return words === '' ? null : <span className="quiet"> ({words})</span>
}

type RuleLineProps = { rule: Rule; of: Whose; canSwitch: boolean }

function RuleLine({ rule, of, canSwitch }: RuleLineProps) {
  const api = useApi()
  const connectionId = useConnection().id
  const list = useId()
  const [opened, setOpened] = useState(false)
  const { mutate, isPending, variables } = useMutation(api.today.setRule.mutationOptions())
  const { id, name, on, documents, households, unknown, switchable } = rule
  const isOn = isPending ? variables.on : on
  const isOpen = opened && isOn && documents + unknown > 0
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={classes.rule}>
      {canSwitch && switchable ? (
        <Switch
          label={name}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => mutate({ connectionId, id, on: checked })}
        />
      ) : (
        <span>{name}</span>
      )}
      {!isOn ? (
        <span className="quiet">Off</span>
      ) : documents + unknown === 0 ? (
        <span className="quiet">None missing</span>
      ) : (
        <button
          type="button"
          className={`line plain-button ${classes.open}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? list : undefined}
          onClick={() => setOpened(!opened)}
        >
          <Chevron size={14} stroke={1.75} aria-hidden="true" />
          <span>
            <span className="visually-hidden">{name}: </span>
            {documents === 0 ? null : (
              <>
                {formatCount(documents)} in {countOf(households, 'household', 'households')}
              </>
            )}
            {unknown === 0 ? null : (
              <span className="quiet" title={whyUnknown}>
                {documents === 0 ? '' : ', '}
                {formatCount(unknown)} not known
              </span>
            )}
          </span>
        </button>
      )}
      {isOpen ? (
        <div id={list} className={classes.opened}>
          <HouseholdsOfRule rule={rule} of={of} />
        </div>
      ) : null}
    </li>
  )
}

type Props = Pick<TodayAnswer, 'missing'> & { source: TodayAnswer['rules']['source']; of: Whose }

/** The documents that rules expect and that are not on file here: a count and a switch for each rule, the households on request. */
export function PossiblyMissing({ missing: { rules, documents, households, unknown }, source, of }: Props) {
  const canSwitch = useForbidden('today.setRule') === null
  const by = source === 'policy' ? 'your firm’s rules, of which its own are always on' : ruleSources[source]
  return (
    <Section
      title="Possibly missing"
      anchor="missing"
      count={documents}
      aside={
        <MissingListButton
          beside
          of={of}
          reason={documents + unknown === 0 ? 'No document is missing by these rules.' : null}
        />
      }
    >
      <p className={classes.about}>
        {documents === 0
          ? `By ${by}.`
          : `In ${countOf(households, 'household', 'households')}, by ${by}. The documents may exist elsewhere.`}
        {unknown > 0
          ? ` ${countOf(unknown, 'document is', 'documents are')} not known to be missing. ${whyUnknown}`
          : ''}
      </p>
      <ul className={`plain-list ${classes.rules}`} aria-label="Possibly missing">
        {rules.map((rule) => (
          <RuleLine key={rule.id} rule={rule} of={of} canSwitch={canSwitch} />
        ))}
      </ul>
    </Section>
  )
}

/** Why the user's own rules are not applied. */
export function RuleProblems({ rules: { problems } }: { rules: TodayAnswer['rules'] }) {
  if (problems.length === 0) return null
  return (
    <div role="alert" className={classes.problem}>
      <p>
        <strong>Not everything in rules.json applies.</strong>
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
