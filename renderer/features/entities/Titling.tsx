import { Button, TextInput } from '@mantine/core'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../../shared/domain/counts.ts'
import { entityKindNames } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { TitlingFound } from '../../../shared/ipc/facts.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { PartError } from '../../components/States.tsx'
import { toastUndo } from '../../components/undo/toast-undo.tsx'
import { EnumName, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { toPlace } from '../../lib/document-place.ts'
import { useForbidden } from '../../lib/policy.ts'
import { scanWords } from '../../lib/scan-words.ts'
import classes from './titling.module.css'

type Entity = { id: string; name: string; kind: string }
type Props = { found: TitlingFound; entity: Entity }

const titles: Readonly<Record<TitlingFound['kind'], string>> = {
  amendment: 'An amendment without its agreement',
  restatement: 'A restatement without the agreement that it restates',
  name: 'An instrument with another name',
  kind: 'An instrument of another kind',
  trustee: 'A trustee who is not recorded',
  owner: 'An account in the name of a trust’s grantor',
}

function Recorded({ found, entity }: Props) {
  const connectionId = useConnection().id
  if (found.kind === 'amendment' || found.kind === 'restatement')
    return <>No agreement before it is filed under this entity</>
  if (found.kind === 'kind') return <EnumName names={entityKindNames} value={entity.kind} />
  if (found.kind !== 'trustee') return <RecordText>{entity.name}</RecordText>
  return found.recorded.map(({ confirmed, ...one }, at) => (
    <span key={`${one.resource} ${one.id}`}>
      {at > 0 ? ', ' : 'Trustee: '}
      <RecordLink {...one} />
      {confirmed.map(({ document, page }) => (
        <span key={`${document.id} ${page}`} className={classes.where}>
          {' '}
          confirmed from{' '}
          <Link {...toPlace(connectionId, document.id, { page, find: '' })}>
            <RecordText>{`${document.name}, page ${page}`}</RecordText>
          </Link>
        </span>
      ))}
    </span>
  ))
}

function Said({ found }: { found: TitlingFound }) {
  const { kind, said, named } = found
  if (kind === 'owner')
    return (
      <>
        <RecordText>{said ?? ''}</RecordText> is the grantor of {named ? <RecordLink {...named} /> : 'a trust'}
      </>
    )
  if (kind === 'name' && named) return <RecordLink {...named} />
  if (said === null) return <>By its type or title, {kind === 'restatement' ? 'a restatement' : 'an amendment'}</>
  return (
    <>
      {kind === 'trustee' ? 'Trustee: ' : null}
      {kind === 'amendment' || kind === 'restatement' ? 'It amends ' : null}
      <RecordText>{said}</RecordText>
    </>
  )
}

function Where({ found: { document, place } }: { found: TitlingFound }) {
  const connectionId = useConnection().id
  if (place === null) return <RecordLink resource="documents" id={document.id} name={document.name} />
  return (
    <>
      <blockquote className={`anywhere ${classes.sentence}`}>
        “<RecordText>{place.sentence}</RecordText>”
      </blockquote>
      <Link {...toPlace(connectionId, document.id, place)}>
        <RecordText>{`${document.name}, page ${place.page}`}</RecordText>
      </Link>
      {place.scan === null ? null : <p>{scanWords(place.scan)}</p>}
    </>
  )
}

function DismissDialog({ found, entity, onClose }: Props & { onClose: () => void }) {
  const connectionId = useConnection().id
  const [reason, setReason] = useState('')
  const api = useApi()
  const one = { connectionId, entity_id: entity.id, key: found.key }
  const restore = useMutation(api.facts.restoreTitling.mutationOptions())
  const dismiss = useMutation(
    api.facts.dismissTitling.mutationOptions({
      meta: { shown: true },
      onSuccess: () => {
        onClose()
        toastUndo('titling-undo', { title: 'Not a problem, and remembered' }, () => restore.mutate(one))
      },
    }),
  )
  return (
    <FormDialog
      title="Not a problem"
      onClose={onClose}
      error={dismiss.error}
      confirm={{
        label: 'Save',
        isPending: dismiss.isPending,
        isDisabled: reason.trim() === '',
        onConfirm: () => dismiss.mutate({ ...one, reason }),
      }}
    >
      <p>
        {titles[found.kind]} stays in the list, closed, until either side changes. It is saved on this computer only.
      </p>
      <TextInput
        label="Reason"
        data-autofocus
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function Finding({ found, entity }: Props) {
  const connectionId = useConnection().id
  const forbidden = useForbidden('facts.dismissTitling')
  const restore = useMutation(useApi().facts.restoreTitling.mutationOptions())
  const [isOpen, setOpen] = useState(false)
  const title = titles[found.kind]
  return (
    <li className={classes.finding}>
      <p className={classes.title}>Look at: {title}</p>
      <dl className={classes.sides}>
        <div>
          <dt>Recorded</dt>
          <dd className="anywhere">
            <Recorded {...{ found, entity }} />
          </dd>
        </div>
        <div>
          <dt>Document says</dt>
          <dd className="anywhere">
            <Said found={found} />
            <div className={classes.where}>
              <Where found={found} />
            </div>
          </dd>
        </div>
      </dl>
      {found.dismissed ? (
        <div className="row">
          <span className={classes.where}>
            Not a problem: <RecordText>{found.dismissed.reason}</RecordText>
          </span>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Ask again about: ${title}`}
            onClick={() => {
              if (!restore.isPending) restore.mutate({ connectionId, entity_id: entity.id, key: found.key })
            }}
          >
            Ask again
          </Button>
        </div>
      ) : (
        <ReasonedButton
          size="compact-sm"
          reason={forbidden}
          aria-label={`Not a problem: ${title}`}
          onClick={() => setOpen(true)}
        >
          Not a problem…
        </ReasonedButton>
      )}
      {isOpen ? <DismissDialog {...{ found, entity }} onClose={() => setOpen(false)} /> : null}
    </li>
  )
}

function Checked({ read, unread, partly }: ContractOutputs['facts']['titlingOf']) {
  const words = [
    ...(read > 0 ? [`${countOf(read, 'document', 'documents')} compared.`] : []),
    ...(unread > 0 ? [`${countOf(unread, 'document', 'documents')} ${unread === 1 ? 'was' : 'were'} not read.`] : []),
    ...(partly > 0
      ? [`${countOf(partly, 'document', 'documents')} ${partly === 1 ? 'was' : 'were'} read in part.`]
      : []),
  ]
  return <Quiet>{words.join(' ')}</Quiet>
}

/**
 * Differences between what is recorded of an entity and what its documents say, side by side; nothing where no text was read and nothing
 * differs, or where texts may not be read.
 */
export function Titling({ entity }: { entity: Entity }) {
  const connectionId = useConnection().id
  const forbidden = useForbidden('facts.titlingOf')
  const query = useQuery(
    useApi().facts.titlingOf.queryOptions({
      input: forbidden === null ? { connectionId, entity_id: entity.id } : skipToken,
    }),
  )
  const titling = query.data
  if (forbidden !== null) return null
  if (query.isError && titling === undefined)
    return (
      <Section title="Titling check">
        <PartError what="The titling check" onRetry={() => void query.refetch()} />
      </Section>
    )
  if (titling === undefined || (titling.findings.length === 0 && titling.read === 0)) return null
  const open = titling.findings.filter(({ dismissed }) => dismissed === null)
  const closed = titling.findings.filter(({ dismissed }) => dismissed !== null)
  return (
    <Section title="Titling check" anchor="titling" count={open.length}>
      {open.length === 0 && titling.read > 0 ? (
        <p>No {closed.length > 0 ? 'other ' : ''}differences were found in the documents that were read.</p>
      ) : null}
      <ul className="plain-list">
        {open.map((found) => (
          <Finding key={found.key} {...{ found, entity }} />
        ))}
      </ul>
      {closed.length > 0 ? (
        <details>
          <summary>Not a problem ({closed.length})</summary>
          <ul className="plain-list">
            {closed.map((found) => (
              <Finding key={found.key} {...{ found, entity }} />
            ))}
          </ul>
        </details>
      ) : null}
      <Checked {...titling} />
    </Section>
  )
}
