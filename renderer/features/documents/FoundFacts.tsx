import { Button, Radio } from '@mantine/core'
import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { formatCalendarDate } from '../../../shared/domain/dates.ts'
import { nodeKey } from '../../../shared/domain/estate-map/nodes.ts'
import { factNames, isRoleFact, roleOf } from '../../../shared/domain/facts/fact-kinds.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { FoundFact, LaterPaperFound } from '../../../shared/ipc/facts.ts'
import type { DocumentSummaryRow } from '../../../shared/ipc/rows.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { baseOf } from '../../components/forms/drafts.ts'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { useSave } from '../../components/forms/use-save.ts'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { PartError } from '../../components/States.tsx'
import { Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { toPlace } from '../../lib/document-place.ts'
import { useEditReason, useForbidden, useReadOnlyReason } from '../../lib/policy.ts'
import { scanWords } from '../../lib/scan-words.ts'
import { AddAsDate } from '../dates/public.ts'
import { ScanButtons } from '../texts/public.ts'
import classes from './found-facts.module.css'
import { LaterPapers, OtherTrustees } from './LaterPapers.tsx'
import { type FactDecisions, useFactDecisions } from './use-fact-decisions.ts'

type Found = ContractOutputs['facts']['ofDocument']
const stateWords = {
  draft: 'This may be a draft',
  unsigned: 'This may not be signed',
  revoked: 'This may be revoked',
  superseded: 'This may be superseded',
  revokes: 'This says that it revokes another document',
} as const

/** A fact's value as it is read: a date in words, an amount in dollars. */
function valueWords({ kind, value }: FoundFact): string {
  if (kind === 'date') return formatCalendarDate(value)
  if (kind === 'term') return `${value} ${value === '1' ? 'year' : 'years'}`
  if ((kind === 'annuity' || kind === 'premium') && !value.endsWith('%'))
    return Number(value).toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 })
  return value
}

/** The words of a fact for its buttons: “Trustee Benjamin Okafor”. */
const wordsOf = (fact: FoundFact) => `${factNames[fact.kind]} ${valueWords(fact)}`

function Value({ fact }: { fact: FoundFact }) {
  if (!isRoleFact(fact.kind)) return <RecordText>{valueWords(fact)}</RecordText>
  return (
    <>
      {fact.who.map((who, at) => (
        <span key={nodeKey(who)}>
          {at > 0 ? ' or ' : null}
          <RecordLink {...who} />
        </span>
      ))}
      {fact.about ? (
        <>
          {' '}
          <span className={classes.of}>of</span> <RecordLink {...fact.about} />
        </>
      ) : null}
    </>
  )
}

/** The document whose facts are shown, with its own summaries. */
type OfDocument = { id: string; name: string; household_id: string; summaries: readonly DocumentSummaryRow[] }

/** The most summaries of a household that are looked through for those of an entity. */
const mostSummaries = 500

/** The summaries to which a fact can be added: those of its document, and of the other documents of the entity that it is about. */
function useSummaries({ id, summaries }: OfDocument, { about }: FoundFact) {
  const api = useApi()
  const connectionId = useConnection().id
  const entityId = about?.resource === 'entities' ? about.id : null
  const entity = useQuery(
    api.entities.get.queryOptions({ input: entityId === null ? skipToken : { connectionId, id: entityId } }),
  )
  const householdId = entity.data?.household.id
  const all = useQuery(
    api.documentSummaries.list.queryOptions({
      input:
        householdId === undefined
          ? skipToken
          : {
              ...{ connectionId, offset: 0, limit: mostSummaries, scope: { household_id: householdId } },
              sort: { column: 'title', direction: 'asc' },
            },
    }),
  )
  const documents = new Set(entity.data?.documents.map((document) => document.id))
  const others = (all.data?.rows ?? []).filter(({ document_id: of }) => of !== null && of !== id && documents.has(of))
  return {
    found: [...summaries, ...others],
    isReading: entityId !== null && (entity.isLoading || all.isLoading),
    failed: entity.error ?? all.error,
    isPartly: all.data !== undefined && all.data.total > all.data.rows.length,
  }
}

/** Text as Markdown that is shown as it is. */
const inMarkdown = (text: string) => text.replace(/[\\`*_[\]<>#~|!&]/g, '\\$&')

type AddProps = { fact: FoundFact; document: OfDocument; states: Found['states']; onClose: () => void }

/** The paragraph that is added to a summary: the sentence with its document and page. */
function paragraphOf({ fact, document, states }: Omit<AddProps, 'onClose'>, format: string | null): string {
  const doubts = states.map(({ is }) => stateWords[is].replace('This', 'this'))
  const scan = { read: 'read from a scan', unsure: 'read from a scan that is hard to read' } as const
  const how = fact.scan === null ? [] : [scan[fact.scan]]
  const where = [`${document.name}, page ${fact.page}`, ...how, ...doubts].join('; ')
  const text = `“${fact.sentence}” (${where})`
  return format === 'MARKDOWN' ? inMarkdown(text) : text
}

/** Adds a fact's sentence to the end of a summary that exists, as an edit by the user. */
function AddToSummary({ fact, document, states, onClose }: AddProps) {
  const api = useApi()
  const connectionId = useConnection().id
  const { found, isReading, failed, isPartly } = useSummaries(document, fact)
  const [picked, setPicked] = useState<string | null>(null)
  const [author, setAuthor] = useState<string | null>(null)
  // A summary that is the only one is chosen once all have been looked for.
  const chosen = picked ?? (found.length === 1 && !isReading && !isPartly ? (found[0]?.id ?? null) : null)
  const detail = useQuery(
    api.documentSummaries.get.queryOptions({ input: chosen === null ? skipToken : { connectionId, id: chosen } }),
  )
  const record = detail.data?.record
  const reason = useEditReason(detail.data ?? { record: {}, pending: null })
  const paragraph = paragraphOf({ fact, document, states }, record?.summary_format ?? null)
  const isThere = record?.summary.includes(paragraph) ?? false
  const isGenerated = record?.entry_mode === 'AI_AUTO'
  const save = useSave()
  const adding = useMutation({
    mutationFn: async () => {
      if (record === undefined) return
      const fields = {
        summary: `${record.summary.trimEnd()}\n\n${paragraph}`,
        ...(isGenerated && author === 'USER' ? { entry_mode: 'USER' as const } : {}),
      }
      const base = baseOf(record)
      await save(
        { action: 'update', resource: 'document-summaries', record_id: record.id, fields, base },
        'Added to the summary',
      )
    },
    meta: { shown: true },
    onSuccess: onClose,
  })
  const isReady = record !== undefined && reason === null && !isThere && (!isGenerated || author !== null)
  return (
    <FormDialog
      title="Add to a summary"
      onClose={onClose}
      error={adding.error ?? failed ?? detail.error}
      confirm={{
        label: 'Add',
        isPending: adding.isPending,
        isDisabled: !isReady,
        onConfirm: () => adding.mutate(),
      }}
    >
      {found.length > 0 ? (
        <Radio.Group
          label="Summary"
          value={chosen}
          onChange={(id) => {
            setPicked(id)
            setAuthor(null)
          }}
        >
          {found.map(({ id, title, document_name: of }, at) => (
            <Radio
              key={id}
              mt={4}
              value={id}
              label={`${title} · ${of ?? document.name}`}
              data-autofocus={at === 0 || undefined}
            />
          ))}
        </Radio.Group>
      ) : isReading ? (
        <Quiet>Looking for summaries…</Quiet>
      ) : failed ? null : (
        <p>There is no summary to add to. Summaries are created in the service.</p>
      )}
      {isPartly ? (
        <Quiet>Only the first {formatCount(mostSummaries)} summaries of the household were looked through.</Quiet>
      ) : null}
      {record === undefined ? null : (
        <>
          <div>
            <p>Added at its end:</p>
            <blockquote className={`anywhere ${classes.sentence}`}>
              <RecordText>{paragraphOf({ fact, document, states }, null)}</RecordText>
            </blockquote>
          </div>
          {isThere ? <p role="status">This summary already contains it.</p> : null}
          {reason === null ? null : <p role="status">{reason}</p>}
          {isGenerated && !isThere ? (
            <Radio.Group label="This text is marked as AI-generated" value={author} onChange={setAuthor}>
              <Radio mt={4} value="AI_AUTO" label="Leave it AI-generated" />
              <Radio mt={4} value="USER" label="Mark as user-entered" />
            </Radio.Group>
          ) : null}
        </>
      )}
    </FormDialog>
  )
}

const ofPerson: ReadonlySet<FoundFact['kind']> = new Set(['executor', 'agent', 'health-care-agent'])

/** Why a role cannot be confirmed: the record that it is a role in is not known. */
function unknownReason({ kind, about }: FoundFact): string | null {
  if (!isRoleFact(kind) || about !== null || kind === 'guardian') return null
  const owner = ofPerson.has(kind) ? 'person' : 'trust'
  return `Its ${owner} is not known. File this document under the ${owner} first.`
}

/** The notes beside a fact: the limit of a role, and before it is confirmed those about that. */
function notesOf(fact: FoundFact): string[] {
  const saving = fact.decision === null ? ` Confirming saves it as “${roleOf(fact)}”.` : ''
  const limit = fact.limit === null ? [] : [`This role may be limited: “${fact.limit}”.${saving}`]
  if (fact.decision !== null) return limit
  return [
    ...limit,
    ...(isRoleFact(fact.kind) && fact.who.length > 1
      ? [`${formatCount(fact.who.length)} records have this name. Confirm the one that is meant.`]
      : []),
    ...(fact.kind === 'guardian' && fact.about === null
      ? ['The text does not name the children here, so confirming adds no role.']
      : []),
  ]
}

type FactProps = {
  fact: FoundFact
  document: OfDocument
  states: Found['states']
  later: readonly LaterPaperFound[]
  decisions: FactDecisions
  isGone?: boolean
  onShow: () => void
}

function Fact({ fact, document, states, later, decisions, isGone = false, onShow }: FactProps) {
  const connectionId = useConnection().id
  const forbidden = useForbidden('facts.confirm')
  const readOnly = useReadOnlyReason()
  const [isAdding, setAdding] = useState(false)
  const canAdd =
    !isGone && fact.decision !== 'rejected' && (document.summaries.length > 0 || fact.about?.resource === 'entities')
  const words = wordsOf(fact)
  const isQuestion = isRoleFact(fact.kind) && fact.who.length > 1
  const where = `Page ${formatCount(fact.page)}`
  return (
    <li className={classes.fact} data-decision={fact.decision ?? undefined}>
      <p className={`anywhere ${classes.what}`}>
        <span className={classes.kind}>{factNames[fact.kind]}</span> <Value fact={fact} />
      </p>
      <blockquote className={`anywhere ${classes.sentence}`}>
        “<RecordText>{fact.sentence}</RecordText>”
      </blockquote>
      {fact.scan === null ? null : <p className={classes.where}>{scanWords(fact.scan)}</p>}
      {fact.decision === 'rejected' ? null : <OtherTrustees {...{ fact, later }} />}
      {notesOf(fact).map((note) => (
        <p key={note} className={`anywhere ${classes.where}`}>
          <RecordText>{note}</RecordText>
        </p>
      ))}
      <div className={classes.foot}>
        <p className={classes.where}>
          {isGone ? (
            <>The text of this document no longer says it. It was on page {formatCount(fact.page)}.</>
          ) : (
            <>
              <Link {...toPlace(connectionId, document.id, fact)} onClick={onShow} aria-label={`${where}: ${words}`}>
                {where}
              </Link>
              {fact.article ? (
                <>
                  {' '}
                  · <RecordText>{fact.article}</RecordText>
                </>
              ) : null}
              {fact.decision === 'confirmed' ? ' · Confirmed by you, saved on this computer only' : null}
              {fact.decision === 'rejected' ? ' · Rejected by you' : null}
            </>
          )}
        </p>
        <div className="row" data-entry="">
          {fact.decision === null ? (
            <>
              {(isRoleFact(fact.kind) ? fact.who : [null]).map((who) => (
                <ReasonedButton
                  key={who ? nodeKey(who) : ''}
                  size="compact-sm"
                  reason={forbidden ?? unknownReason(fact)}
                  aria-label={`Confirm ${who && isQuestion ? `${factNames[fact.kind]} ${who.name ?? who.id}` : words}`}
                  onClick={() => decisions.confirm(fact, who)}
                >
                  {who && isQuestion ? `Confirm ${who.name ?? who.id}` : 'Confirm'}
                </ReasonedButton>
              ))}
              <ReasonedButton
                size="compact-sm"
                reason={forbidden}
                variant="subtle"
                aria-label={`Reject ${words}`}
                onClick={() => decisions.reject(fact)}
              >
                Reject
              </ReasonedButton>
            </>
          ) : (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`${fact.decision === 'confirmed' ? 'Take back' : 'Ask again about'} ${words}`}
              onClick={() => decisions.undo(fact)}
            >
              {fact.decision === 'confirmed' ? 'Take back' : 'Ask again'}
            </Button>
          )}
          {canAdd ? (
            <ReasonedButton
              size="compact-sm"
              reason={readOnly}
              variant="subtle"
              aria-label={`Add to a summary: ${words}`}
              onClick={() => setAdding(true)}
            >
              Add to a summary…
            </ReasonedButton>
          ) : null}
          {isGone ? null : <AddAsDate {...{ fact, document, words }} />}
        </div>
      </div>
      {isAdding ? <AddToSummary {...{ fact, document, states }} onClose={() => setAdding(false)} /> : null}
    </li>
  )
}

function Facts({ found, ...rest }: { found: Found } & Omit<FactProps, 'fact' | 'isGone' | 'states'>) {
  const props = { ...rest, states: found.states }
  const shown = found.facts.filter(({ decision }) => decision !== 'rejected')
  const rejected = found.facts.filter(({ decision }) => decision === 'rejected')
  return (
    <>
      {found.states.map(({ is, words, page }) => (
        <p key={is} className={classes.state}>
          {stateWords[is]}: {page === null ? 'its name is' : `page ${formatCount(page)} says`} “
          <RecordText>{words}</RecordText>”.
        </p>
      ))}
      <LaterPapers later={rest.later} />
      {shown.length === 0 && found.gone.length === 0 ? (
        <Quiet>No roles, dates or amounts were found in its text.</Quiet>
      ) : (
        <ul className="plain-list">
          {found.gone.map((fact) => (
            <Fact key={fact.key} fact={fact} isGone {...props} />
          ))}
          {shown.map((fact) => (
            <Fact key={fact.key} fact={fact} {...props} />
          ))}
        </ul>
      )}
      {rejected.length > 0 ? (
        <details className={classes.rejected}>
          <summary>Rejected ({formatCount(rejected.length)})</summary>
          <ul className="plain-list">
            {rejected.map((fact) => (
              <Fact key={fact.key} fact={fact} {...props} />
            ))}
          </ul>
        </details>
      ) : null}
      {found.pages_read < found.page_count ? (
        <p className={classes.where}>
          Only the first {formatCount(found.pages_read)} of its {formatCount(found.page_count)} pages were looked at.
        </p>
      ) : null}
    </>
  )
}

/** Says that pages of a document are pictures, and reads them. */
function Scan({ scan: { is, why }, id }: { scan: NonNullable<Found['scan']>; id: string }) {
  return (
    <div className={classes.scan}>
      <p role="status">
        {why}
        {is === 'waiting' ? ' The scan waits to be read; until then its words are not searched.' : null}
      </p>
      <div className="row">
        <ScanButtons id={id} scan={is} />
      </div>
    </div>
  )
}

/**
 * Roles, dates and amounts that the text of a document says, each to be confirmed or rejected, and that pages of it wait to be read as
 * scans; nothing for another document without text, or where the text may not be read.
 *
 * @param props.onShow - called when the page of a fact is shown in the file
 */
export function FoundFacts({ document, onShow }: { document: OfDocument; onShow: () => void }) {
  const connectionId = useConnection().id
  const forbidden = useForbidden('facts.ofDocument')
  const query = useQuery(
    useApi().facts.ofDocument.queryOptions({
      input: forbidden === null ? { connectionId, document_id: document.id } : skipToken,
    }),
  )
  const papers = useQuery(
    useApi().facts.laterOf.queryOptions({
      input: forbidden === null ? { connectionId, document_id: document.id } : skipToken,
    }),
  )
  const decisions = useFactDecisions(document.id)
  const found = query.data
  const later = papers.data?.later ?? []
  if (forbidden !== null) return null
  if (query.isError && found === undefined)
    return (
      <Section title="Found in the text">
        <PartError what="The facts in its text" onRetry={() => void query.refetch()} />
      </Section>
    )
  // A later amendment on file may name another trustee, so none is confirmed before it is known.
  if (found === undefined || !papers.isFetched) return null
  const isOnlyScan = !found.is_read && found.gone.length === 0
  if (isOnlyScan && found.scan === null && found.cut === null) return null
  const shown = found.facts.filter(({ decision }) => decision !== 'rejected').length
  // One section before and after the scan is read: its button keeps the focus.
  return (
    <Section title={isOnlyScan ? 'Scan' : 'Found in the text'} anchor="found" {...(isOnlyScan ? {} : { count: shown })}>
      {papers.data === undefined && !isOnlyScan ? (
        <PartError what="The later amendments on file" onRetry={() => void papers.refetch()} />
      ) : null}
      {isOnlyScan ? null : <Facts {...{ found, document, later, decisions, onShow }} />}
      {found.scan === null ? null : <Scan scan={found.scan} id={document.id} />}
      {found.cut === null ? null : <p className="note">{found.cut} Later words are not searched.</p>}
    </Section>
  )
}
