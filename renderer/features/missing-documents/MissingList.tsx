import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, formatCount } from '../../../shared/domain/counts.ts'
import { formatMoment } from '../../../shared/domain/dates.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import type { WhoseDocuments } from '../../../shared/ipc/today.ts'
import { bySubject, ruleSources, whyUnknown } from '../../../shared/rules/expected-documents.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { copyText, notCopied } from '../../lib/copy-text.ts'
import { useForbidden } from '../../lib/policy.ts'

type Found = ContractOutputs['today']['missing']

/** The heading of the list: what it is, and of how many households. */
function subjectOf({ documents, unknown, households, lines }: Found): string {
  const [only] = lines
  const whose = households === 1 && only ? only.household.name : countOf(households, 'household', 'households')
  const more = unknown > 0 ? `, and ${formatCount(unknown)} not known` : ''
  return `Possibly missing: ${countOf(documents, 'document', 'documents')} of ${whose}${more}`
}

const sayNames = ({ about, names }: ReturnType<typeof bySubject>[number]) =>
  `${about ? `${about.name}: ` : ''}${names.join(', ')}`

/** The list as plain text, line by line. */
function textOf(found: Found): string[] {
  const { lines, households, unknown, rules, source, as_of } = found
  const read = as_of === null ? 'before all records were read' : `as of ${formatMoment(as_of)}`
  return [
    subjectOf(found),
    `Not on file in Steward ${read}. The documents may exist elsewhere.`,
    ...(unknown > 0 ? [`“Not known”: ${whyUnknown}`] : []),
    `By ${ruleSources[source]}: ${rules.join(', ')}.`,
    ...lines.flatMap(({ household, missing }) => [
      '',
      household.name,
      ...bySubject(missing, 'missing').map((subject) => `- ${sayNames(subject)}`),
      ...bySubject(missing, 'unknown').map((subject) => `- Not known: ${sayNames(subject)}`),
    ]),
    ...(households > lines.length
      ? ['', `And ${countOf(households - lines.length, 'household', 'households')} more.`]
      : []),
  ]
}

/** The longest address of an e-mail draft that every mail program takes, in characters. */
const longestDraft = 2_000

/** The subject names no client: other users of the computer may see it. */
const draftOf = (lines: readonly string[]) =>
  `mailto:?subject=${encodeURIComponent('Possibly missing documents')}&body=${encodeURIComponent(lines.join('\r\n'))}`

const mostHouseholds = 1_000

type Props = { of: WhoseDocuments; onClose: () => void }

/** The list of documents that are possibly missing, as text to copy, as an e-mail draft, or as a CSV file. */
export function MissingList({ of, onClose }: Props) {
  const api = useApi()
  const connectionId = useConnection().id
  const input = { connectionId, of, rule_id: null, limit: mostHouseholds }
  const query = useQuery(api.today.missing.queryOptions({ input }))
  return (
    <FormDialog
      title="Possibly missing documents"
      size={640}
      onClose={onClose}
      cancel={{ label: 'Close' }}
      confirm={null}
    >
      <QueryView query={query} label="list">
        {(found) =>
          found.documents + found.unknown === 0 ? <NothingMissing found={found} /> : <Ways found={found} of={of} />
        }
      </QueryView>
    </FormDialog>
  )
}

function NothingMissing({ found: { rules, source } }: { found: Found }) {
  return (
    <p>
      {rules.length === 0
        ? 'All rules are switched off.'
        : `Nothing is missing by ${ruleSources[source]}: ${rules.join(', ')}.`}
    </p>
  )
}

/** The text, and the ways in which it can leave this dialog. */
function Ways({ found, of }: { found: Found; of: WhoseDocuments }) {
  const api = useApi()
  const connectionId = useConnection().id
  const [said, setSaid] = useState('')
  const forbidden = useForbidden('today.exportMissing')
  const write = useMutation(
    api.today.exportMissing.mutationOptions({
      onSuccess: ({ file }) => {
        if (file !== null) toastFile('Exported to', file)
      },
    }),
  )
  const lines = textOf(found)
  const text = lines.join('\n')
  const draft = draftOf(lines)
  const tooLong =
    draft.length > longestDraft
      ? `An e-mail draft holds about ${formatCount(longestDraft)} characters, and this list needs ${formatCount(draft.length)}. Copy the text and paste it into your e-mail.`
      : null
  const copy = async (copied: string) => setSaid((await copyText(text)) ? copied : notCopied)
  // The desktop gives the mail program no text.
  const copyForDraft = () => void copy('Copied, too: paste the list if the draft is empty.')
  const mailReason = forbidden ?? tooLong
  return (
    <>
      <Textarea
        aria-label="The list as text"
        readOnly
        autosize
        minRows={6}
        maxRows={16}
        value={text}
        styles={{ input: { fontSize: 13 } }}
      />
      <div className="row">
        <Button data-autofocus onClick={() => void copy('Copied.')}>
          Copy text
        </Button>
        {mailReason === null ? (
          <Button variant="default" component="a" href={draft} onClick={copyForDraft}>
            E-mail draft
          </Button>
        ) : (
          <ReasonedButton reason={mailReason}>E-mail draft</ReasonedButton>
        )}
        <ReasonedButton reason={forbidden} loading={write.isPending} onClick={() => write.mutate({ connectionId, of })}>
          Save as CSV…
        </ReasonedButton>
        <span className="quiet" role="status">
          {said}
        </span>
      </div>
      {tooLong === null ? null : <p className="note">{tooLong}</p>}
    </>
  )
}
