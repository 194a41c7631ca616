import { Autocomplete, Button, CloseButton } from '@mantine/core'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '../../../shared/domain/counts.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { documentTypeNames, nameOf as labelOf } from '../../../shared/domain/names.ts'
import { entityRoles, personRoles } from '../../../shared/domain/roles/role-names.ts'
import { roleSources } from '../../../shared/estate-drawing/words.ts'
import {
  type EstateEvidence,
  type EstateLink,
  type EstateMap,
  type EstateNode,
  type EstateProposal,
  estateRole,
} from '../../../shared/ipc/estate.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Ago, Quiet, RecordText } from '../../components/Values.tsx'
import classes from './evidence.module.css'
import { type Chosen, type EvidenceItem, evidenceOf } from './evidence-items.ts'
import { FoundIn, LaterTrustees } from './FoundIn.tsx'
import { RemoveLink } from './RoleLists.tsx'
import { useCoupleQuestion, type useEstateActions } from './use-estate.tsx'

type Actions = ReturnType<typeof useEstateActions>
type Names = (node: EstateNode) => string

type RoleFieldProps = {
  ref?: Ref<HTMLInputElement>
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

type Props = {
  map: EstateMap
  chosen: Chosen
  nameOf: Names
  actions: Actions
  /** Starts a new role of the chosen one. */
  onAddRole: (node: EstateNode) => void
  /** Notes what the chosen person is to another. */
  onAddFamily: (node: EstateNode) => void
  /** Called with the key of the item that is read, so that the picture shows whom it is about. */
  onCurrent: (key: string) => void
  onClose: () => void
}

const typed = 'input, textarea'

/**
 * The roles of a record, each with its evidence, or one after the other all that are to be confirmed. J and K lead through
 * them, Y or Enter confirms, N or Delete rejects, Esc closes.
 */
export default function Evidence({ map, chosen, nameOf, actions, onAddRole, onAddFamily, onCurrent, onClose }: Props) {
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const [at, setAt] = useState(0)
  const items = evidenceOf(map, chosen)
  const current = Math.min(at, items.length - 1)
  const item = items[current] ?? null
  const shown = chosen.what === 'review' ? items.slice(current, current + 1) : items
  const isReview = chosen.what === 'review'
  const person = chosen.what === 'node' ? map.people.find(({ id: own }) => own === chosen.node.id) : undefined
  const title = isReview ? 'Roles to confirm' : nameOf(chosen.node)
  const key = item?.key ?? ''

  // The item that is read has the focus, also after the one before it was decided on.
  useEffect(() => {
    const target = root.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`) ?? root.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest' })
  }, [key])
  useEffect(() => onCurrent(key), [onCurrent, key])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const target = event.target instanceof HTMLElement ? event.target : null
    // The keys of a question that is open over the panel are its own.
    if (target?.closest('[role="dialog"]')) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
      return
    }
    if (target?.closest(typed)) return
    const isOnItem = target?.matches('[data-item]') ?? false
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const decision =
      pressed === 'y' || (pressed === 'Enter' && isOnItem)
        ? 'confirm'
        : pressed === 'n' || ((pressed === 'Delete' || pressed === 'Backspace') && isOnItem)
          ? 'reject'
          : null
    if (pressed === 'j' || pressed === 'k')
      setAt(Math.max(0, Math.min(items.length - 1, current + (pressed === 'j' ? 1 : -1))))
    else if (decision !== null) {
      // A key that is held down would decide about roles that were not read.
      if (!event.repeat) press(root.current, key, decision)
    } else return
    event.preventDefault()
  }

  return (
    <aside ref={root} className={classes.panel} aria-labelledby={id} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <h3 id={id}>
          <RecordText>{title}</RecordText>
        </h3>
        <CloseButton size="sm" aria-label="Close the roles" onClick={onClose} />
      </div>
      {isReview ? null : (
        <p className={classes.links}>
          <RecordLink
            {...chosen.node}
            name={chosen.node.resource === 'individuals' ? 'Open the person' : 'Open the entity'}
          />
          <Button variant="subtle" size="compact-xs" onClick={() => onAddRole(chosen.node)}>
            Add a role…
          </Button>
          {chosen.node.resource === 'individuals' ? (
            <Button variant="subtle" size="compact-xs" onClick={() => onAddFamily(chosen.node)}>
              Add family…
            </Button>
          ) : null}
        </p>
      )}
      {person && person.may_be.length > 0 ? (
        <p className={classes.source}>In the service: may be {person.may_be.join(', ')}</p>
      ) : null}
      {items.length === 0 ? <Quiet>{isReview ? 'No role is left to confirm.' : 'No roles yet.'}</Quiet> : null}
      <ul className="plain-list">
        {shown.map((one) => (
          <li
            key={one.key}
            data-item={one.key}
            data-kind={one.kind}
            className={classes.item}
            tabIndex={-1}
            aria-current={one.key === key}
          >
            <Item item={one} {...{ map, nameOf, actions }} of={isReview ? null : nodeKey(chosen.node)} />
          </li>
        ))}
      </ul>
      {items.length > 1 || isReview ? (
        <p className={classes.keys}>
          {items.length > 0 ? `${formatCount(current + 1)} of ${formatCount(items.length)} · ` : ''}
          {items.length > 1 ? (
            <>
              <kbd>J</kbd> <kbd>K</kbd> next and previous ·{' '}
            </>
          ) : null}
          <kbd>Esc</kbd> closes
        </p>
      ) : null}
      {isReview && items.length > 1 ? (
        <div className="row">
          <Button size="compact-sm" variant="default" disabled={current === 0} onClick={() => setAt(current - 1)}>
            Previous
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={current === items.length - 1}
            onClick={() => setAt(current + 1)}
          >
            Next
          </Button>
        </div>
      ) : null}
    </aside>
  )
}

/** Presses a button of an item, so that a key does what a click does. */
function press(root: HTMLElement | null, key: string, button: 'confirm' | 'reject'): void {
  const item = root?.querySelector(`[data-item="${CSS.escape(key)}"]`)
  item?.querySelector<HTMLElement>(`[data-press="${button}"]`)?.click()
}

type ItemProps = {
  item: EvidenceItem
  map: EstateMap
  nameOf: Names
  actions: Actions /** The chosen one, which is not named again. */
  of: string | null
}

function Item({ item, map, nameOf, actions, of }: ItemProps) {
  if (item.kind === 'proposal') return <Proposal proposal={item.proposal} {...{ map, nameOf, actions, of }} />
  if (item.kind === 'link') return <OwnLink link={item.link} {...{ nameOf, actions, of }} />
  const { from, to, documents } = item.edge
  return (
    <>
      <Ends from={from} to={to} word="On a document with" {...{ nameOf, of }} />
      {documents.map(({ id, name, type }) => (
        <p key={id} className={classes.source}>
          <RecordLink resource="documents" id={id} name={name} />, {labelOf(documentTypeNames, type)}
        </p>
      ))}
      <p className={classes.source}>{roleSources.service}</p>
    </>
  )
}

type EndsProps = { from: EstateNode; to: EstateNode; word: string; note?: string; nameOf: Names; of: string | null }

/** “Trustee of Okafor Trust” where the person is chosen, “Trustee: Ada” where the entity is, else both names. */
function Ends({ from, to, word, note, nameOf, of }: EndsProps) {
  const link = (node: EstateNode) => <RecordLink {...node} name={nameOf(node)} />
  const words = (
    <>
      <b>
        <RecordText>{word}</RecordText>
      </b>
      {note === undefined ? '' : ` ${note}`}
    </>
  )
  const isWith = word.endsWith('with')
  if (of === nodeKey(to)) {
    return (
      <p>
        {words}
        {isWith ? ' ' : ': '}
        {link(from)}
      </p>
    )
  }
  return (
    <p>
      {of === nodeKey(from) ? null : <>{link(from)}: </>}
      {words}
      {isWith ? ' ' : ' of '}
      {link(to)}
    </p>
  )
}

type ProposalProps = { proposal: EstateProposal; map: EstateMap; nameOf: Names; actions: Actions; of: string | null }

function Proposal({ proposal, map, nameOf, actions, of }: ProposalProps) {
  const { from, to, evidence } = proposal
  const [role, setRole] = useState(proposal.role ?? '')
  const [isEditing, setEditing] = useState(proposal.role === null)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const parsed = estateRole.safeParse(role)
  const pair = `${nameOf(from)}, ${proposal.role ?? 'named'} of ${nameOf(to)}`
  const link = parsed.success ? { from, to, role: parsed.data } : null
  const question = useCoupleQuestion(link, map)
  const confirm = async () => {
    if (actions.adding.isPending) return
    if (link === null) return setMissing(true)
    const answer = await question.ask()
    if (answer) actions.add({ ...link, origin: 'confirmed' }, undefined, answer.replaced)
  }
  return (
    <>
      <Ends from={from} to={to} word={proposal.role ?? 'Named in a document'} note="(proposed)" {...{ nameOf, of }} />
      {evidence.map((each) => (
        <Quotation key={`${each.kind} ${each.source}`} evidence={each} />
      ))}
      {proposal.alike.length > 0 ? (
        <p className={classes.source}>
          The document may mean another one of this name:{' '}
          {proposal.alike.map((other) => (
            <RecordLink key={nodeKey(other)} {...other} name={nameOf(other)} />
          ))}
        </p>
      ) : null}
      {isEditing ? (
        <RoleField
          ref={field}
          aria-label={`Role of ${nameOf(from)} in ${nameOf(to)}`}
          value={role}
          onChange={(wanted) => {
            setRole(wanted)
            setMissing(false)
          }}
          error={missing ? 'Choose a role.' : null}
        />
      ) : null}
      <div className={`row ${classes.buttons}`}>
        <Button
          size="compact-sm"
          variant="filled"
          aria-label={`Confirm ${nameOf(from)}, ${role.trim() || 'named'} of ${nameOf(to)}`}
          data-press="confirm"
          onClick={() => void confirm()}
        >
          Confirm <kbd>Y</kbd>
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Reject ${pair}`}
          data-press="reject"
          onClick={() => actions.reject(proposal)}
        >
          Reject <kbd>N</kbd>
        </Button>
        {isEditing ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Another role than ${pair}`}
            onClick={() => {
              flushSync(() => setEditing(true))
              field.current?.focus()
            }}
          >
            Other role…
          </Button>
        )}
      </div>
      {question.dialog}
    </>
  )
}

/** The passage of a document with a link to it, or the asset that was found. */
function Quotation({ evidence }: { evidence: EstateEvidence }) {
  if (evidence.kind === 'asset') {
    return (
      <p className={classes.source}>
        The asset “<RecordText>{evidence.asset_name}</RecordText>” has the same external ID (
        <RecordText>{evidence.source}</RecordText>).
      </p>
    )
  }
  return (
    <blockquote className={classes.quotation}>
      “<RecordText>{evidence.excerpt}</RecordText>”{' '}
      <RecordLink resource="documents" id={evidence.source} name={evidence.document_name} />
    </blockquote>
  )
}

type LinkProps = { link: EstateLink; nameOf: Names; actions: Actions; of: string | null }

function OwnLink({ link, nameOf, actions, of }: LinkProps) {
  const { from, to, role, origin, made_at } = link
  return (
    <>
      <Ends from={from} to={to} word={role} {...{ nameOf, of }} />
      <p className={classes.source}>
        {origin === 'confirmed' ? 'Confirmed by you' : 'Drawn by you'} · {roleSources.link} · <Ago at={made_at} />
      </p>
      <FoundIn places={link.found_in} className={classes.source} />
      <LaterTrustees link={link} className={classes.source} />
      <RemoveLink {...{ link, nameOf, actions }} />
    </>
  )
}
