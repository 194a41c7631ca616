import { Autocomplete, Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { lineKey, nodeKey } from '../../../shared/domain/estate-map/lines.ts'
import { documentTypeNames, nameOf as labelOf } from '../../../shared/domain/names.ts'
import { entityRoles, personRoles } from '../../../shared/domain/roles/role-names.ts'
import { evidenceWords, lineKindNames } from '../../../shared/estate-drawing/words.ts'
import { type EstateMap, type EstateNode, type EstateProposal, estateRole } from '../../../shared/ipc/estate.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Ago } from '../../components/Values.tsx'
import classes from './estate-map.module.css'
import type { useEstateActions } from './use-estate.tsx'

type RoleFieldProps = {
  value: string
  onChange: (role: string) => void
  /** Absent where the field has a visible label. */
  'aria-label'?: string
  label?: string
  'data-autofocus'?: true | undefined
  error?: string | null
}

/** A role: one of the usual ones, or any other word. */
export function RoleField(props: RoleFieldProps) {
  return (
    <Autocomplete
      {...props}
      data={[...entityRoles, ...personRoles]}
      maxLength={60}
      placeholder="Role"
      withScrollArea={false}
      openOnFocus={false}
    />
  )
}

type Actions = ReturnType<typeof useEstateActions>
type Names = (node: EstateNode) => string

type Props = {
  map: EstateMap
  nameOf: Names
  actions: Actions
  /** True if every proposal is shown, not just the first few. */
  allProposals: boolean
  onAllProposals: () => void
}

/** Proposals that are shown before "Show all": the household's records come below them. */
export const fewProposals = 3

/** The key of a proposal's line and row. */
export const proposalKey = ({ from, to, role }: EstateProposal): string => lineKey('proposal', { from, to, role })

/** A row of a list. The map leads to it by the key of its line. */
function Row({ line, children }: { line: string; children: ReactNode }) {
  return (
    <li className={`row ${classes.row}`} data-line={line} tabIndex={-1}>
      {children}
    </li>
  )
}

function Group({
  title,
  count,
  more,
  children,
}: {
  title: string
  count: number
  more?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  if (count === 0) return null
  return (
    <div>
      <h3 id={id}>
        {title} ({formatCount(count)})
      </h3>
      <ul className="plain-list" aria-labelledby={id}>
        {children}
      </ul>
      {more}
    </div>
  )
}

function Ends({ from, to, word, nameOf }: { from: EstateNode; to: EstateNode; word: string; nameOf: Names }) {
  return (
    <>
      <RecordLink resource={from.resource} id={from.id} name={nameOf(from)} /> {word}{' '}
      <RecordLink resource={to.resource} id={to.id} name={nameOf(to)} />
    </>
  )
}

function Proposal({ proposal, nameOf, actions }: { proposal: EstateProposal; nameOf: Names; actions: Actions }) {
  const { from, to, evidence } = proposal
  const [role, setRole] = useState(proposal.role ?? '')
  const [missing, setMissing] = useState(false)
  const parsed = estateRole.safeParse(role)
  const pair = `${nameOf(from)} and ${nameOf(to)}`
  const confirm = () => {
    if (parsed.success) actions.add({ from, to, role: parsed.data, origin: 'confirmed' })
    else setMissing(true)
  }
  return (
    <Row line={proposalKey(proposal)}>
      <div className={`anywhere ${classes.about}`}>
        <Ends from={from} to={to} word="and" nameOf={nameOf} />
        {evidence.map((each) => (
          <span key={`${each.kind} ${each.source}`} className={classes.evidence}>
            <bdi>{evidenceWords(each)}</bdi>{' '}
            {each.kind === 'summary' ? (
              <RecordLink resource="documents" id={each.source} name="Open the document" />
            ) : null}
          </span>
        ))}
      </div>
      <div className="row">
        <RoleField
          aria-label={`Role of ${nameOf(from)} in ${nameOf(to)}`}
          value={role}
          onChange={(wanted) => {
            setRole(wanted)
            setMissing(false)
          }}
          error={missing ? 'Choose a role.' : null}
        />
        <Button variant="default" size="compact-sm" aria-label={`Confirm ${pair}`} onClick={confirm}>
          Confirm
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Reject ${pair}`}
          onClick={() => actions.reject(proposal)}
        >
          Reject
        </Button>
      </div>
    </Row>
  )
}

/** All lines of the map as lists: proposals to decide on, the user's own links, and what the service records. */
export function LineLists({ map, nameOf, actions, allProposals, onAllProposals }: Props) {
  const { edges, links, proposals, unread_summaries: unread } = map
  const shown = allProposals ? proposals : proposals.slice(0, fewProposals)
  return (
    <div className={classes.lists}>
      <Group
        title="Proposed links"
        count={proposals.length}
        more={
          shown.length < proposals.length ? (
            <Button variant="subtle" size="compact-sm" onClick={onAllProposals}>
              Show all {formatCount(proposals.length)}
            </Button>
          ) : null
        }
      >
        {shown.map((proposal) => (
          <Proposal key={proposalKey(proposal)} {...{ proposal, nameOf, actions }} />
        ))}
      </Group>
      <Group title="Your links" count={links.length}>
        {links.map(({ id, from, to, role, made_at }) => (
          <Row key={id} line={`link ${id}`}>
            <div className={`anywhere ${classes.about}`}>
              <Ends from={from} to={to} word={`– ${role} of`} nameOf={nameOf} />
              <span className={classes.evidence}>
                {lineKindNames.link} · <Ago at={made_at} />
              </span>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Remove the link ${nameOf(from)}, ${role} of ${nameOf(to)}`}
              onClick={() => actions.remove(id)}
            >
              Remove
            </Button>
          </Row>
        ))}
      </Group>
      <Group title="Recorded by the service" count={edges.length}>
        {edges.map(({ from, to, documents }) => (
          <Row key={`${nodeKey(from)} ${nodeKey(to)}`} line={`service ${nodeKey(from)} ${nodeKey(to)}`}>
            <div className={`anywhere ${classes.about}`}>
              <Ends from={from} to={to} word="and" nameOf={nameOf} />
              {documents.map(({ id, name, type }) => (
                <span key={id} className={classes.evidence}>
                  Both on the document <RecordLink resource="documents" id={id} name={name} />,{' '}
                  {labelOf(documentTypeNames, type)}
                </span>
              ))}
            </div>
          </Row>
        ))}
      </Group>
      {unread > 0 ? (
        <p className={classes.note}>
          {formatCount(unread)} summaries are too long to be searched for names, or there are too many of them.
        </p>
      ) : null}
    </div>
  )
}
