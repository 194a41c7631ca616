import { countOf } from '../../../shared/domain/counts.ts'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { Operation, OperationQuestion } from '../../../shared/domain/operation.ts'
import type { Decision } from '../../../shared/ipc/outbox.ts'

/** An answer that the user can give with one button. */
export type Answer = { label: string; decision: Decision; primary?: true }

export type QuestionWords = { title: string; text: string; answers: readonly Answer[] }

type About = Pick<Operation, 'resource' | 'action'> &
  Partial<Pick<Operation, 'problem' | 'merge'>> & {
    candidates: number
    /** True if the record that is asked about was deleted in the service. */
    isGone?: boolean
  }

const checkAgain: Answer = { label: 'Check again', decision: { decision: 'check-again' }, primary: true }

const sendAgain = (label: string): Answer => ({ label, decision: { decision: 'send-again' } })

const oneOf = ({ resource }: About) => resourceNames[resource].one.toLowerCase()

const anOne = (about: About) => (/^[aeiou]/.test(oneOf(about)) ? `an ${oneOf(about)}` : `a ${oneOf(about)}`)

/** The outcome of the last attempt: a refusal may refer to an earlier attempt that reached the service. */
function fateOf({ problem }: About): string {
  const status = problem?.status ?? 0
  const isRefused = status >= 400 && status < 500 && status !== 408
  return isRefused
    ? 'The service refused it; an earlier attempt may have been received.'
    : 'It was sent, but no answer was received.'
}

/** Resources whose records can be created again from the outbox. */
const canBeMade = ({ resource }: About) => resource === 'households' || resource === 'individuals'

const goOn = (label: string): Answer => ({ label, decision: { decision: 'go-on' } })

/** `isElsewhere`: a colleague deleted the record that the merge was to delete. */
type MergeAbout = { noun: 'household' | 'person'; candidates: number; isDeleted: boolean; isElsewhere: boolean }

/** The questions about a merge. */
const mergeWords = {
  'deleted-elsewhere': ({ noun }) => ({
    title: `The other ${noun} was deleted in the service`,
    text: `Someone deleted the ${noun} that this merge was to delete. Going on moves what is left to the ${noun} that is kept.`,
    answers: [goOn('Go on'), { ...checkAgain, label: 'Check again' }],
  }),
  'changed-elsewhere': ({ noun }) => ({
    title: `Delete this ${noun} all the same?`,
    text: `The ${noun} in the service is not the version that you saw: someone changed it. The service does not say who. The ${noun} was not deleted. If something of the change is worth keeping, stop the merge, and merge again.`,
    answers: [goOn(`Go on: delete the ${noun} as it is now`), { ...checkAgain, label: 'Check again' }],
  }),
  'new-documents': ({ candidates, isDeleted }) =>
    isDeleted
      ? {
          title:
            candidates === 1
              ? 'Move a document of the deleted person?'
              : `Move ${candidates} documents of the deleted person?`,
          text: 'The person was deleted in the meantime, and what is listed here still names that person. Going on moves it to the person that is kept.',
          answers: [goOn('Move and go on'), { ...checkAgain, label: 'Check again' }],
        }
      : {
          title: candidates === 1 ? 'Move another document as well?' : `Move ${candidates} further documents as well?`,
          text: 'Since you saved the merge, the person to be deleted has documents that were not there before. Going on moves them to the person that is kept, and then deletes the other one.',
          answers: [goOn('Move and go on'), { ...checkAgain, label: 'Check again' }],
        },
  'kept-deleted': ({ noun, isDeleted, isElsewhere }) => ({
    title: `The ${noun} that is kept was deleted in the service`,
    text: isElsewhere
      ? `Someone deleted the ${noun} that was to be kept, and the other one as well. This merge deleted none. Stop it here, and ask your service’s support.`
      : isDeleted
        ? `Someone deleted the ${noun} that was to be kept, and this merge has deleted the other one, or may have. Stop it here, and ask your service’s support.`
        : `Someone deleted the ${noun} that was to be kept. No ${noun} was deleted by this merge. Stop it here, or put back what was moved.`,
    answers: [checkAgain],
  }),
  'records-left': ({ candidates, isDeleted }) =>
    isDeleted
      ? {
          title: `${countOf(candidates, 'record is', 'records are')} in the deleted household`,
          text: 'The household was deleted, and has what is listed here. The service moves no record to another household; your service’s support can. Ending the merge leaves these records where they are, and its result names them.',
          answers: [goOn('End the merge'), { ...checkAgain, label: 'Check again' }],
        }
      : {
          title: `Kept: ${countOf(candidates, 'record', 'records')} must be moved by hand first`,
          text: 'The service moves no record to another household, so the other household is deleted only when nothing is in it. Move what is listed here, then check again. The merge can wait here as long as that takes.',
          answers: [checkAgain],
        },
} satisfies Partial<Record<OperationQuestion['kind'], (about: MergeAbout) => QuestionWords>>

type Asked = Exclude<OperationQuestion['kind'], 'fields' | 'refused'>

const words: Record<
  Exclude<Asked, 'new-documents' | 'kept-deleted' | 'records-left'>,
  (about: About) => QuestionWords
> = {
  'already-exists': (about) => ({
    title: 'Does it already exist?',
    text: `Before sending it, Steward found ${about.candidates === 1 ? anOne(about) : `${about.candidates} records`} similar to this one in the service. If it is the same, choose “This is it”, and nothing new is created.`,
    answers: [{ ...sendAgain(`It is different: create the ${oneOf(about)}`), primary: true }],
  }),
  'several-matches': (about) => ({
    title: about.candidates === 1 ? 'Is this the one?' : 'Which one is it?',
    text: `${fateOf(about)} ${
      about.candidates === 1
        ? `One ${oneOf(about)} in the service could be it, but could also be a colleague’s.`
        : `More than one ${oneOf(about)} in the service could be it; some may be a colleague’s.`
    } Compare with what you sent, then choose. Until then, nothing that belongs to it is sent.`,
    answers: [
      { label: 'Check again', decision: { decision: 'check-again' } },
      sendAgain(about.candidates === 1 ? 'Not this one: send it again' : 'None of these: send it again'),
    ],
  }),
  'not-found': (about) => ({
    title: 'It was not found in the service',
    text: `It was sent, but no answer was received, and nothing similar has appeared since. Most likely it was not received. If it was, sending it again creates a second ${oneOf(about)}.`,
    answers: [checkAgain, sendAgain('Send it again')],
  }),
  'cannot-tell': (about) => ({
    title: 'It may have been received',
    text:
      about.resource === 'valuations'
        ? 'It was sent, but no answer was received. The service shows only the latest valuation of an entity, so Steward cannot see whether this one was received. Look it up in the service, and discard it here if it is there.'
        : 'It was sent, but no answer was received, and the service cannot show whether it was. Look it up there, and discard it here if it is there.',
    answers: [checkAgain, sendAgain('Send it again')],
  }),
  'deleted-elsewhere': (about) => ({
    title: 'It was deleted in the service',
    text: canBeMade(about)
      ? `Someone deleted this ${oneOf(about)} after you started. You can create a new ${oneOf(about)} with its values and yours, or discard your change.`
      : `Someone deleted this ${oneOf(about)} after you started. Your change can only be discarded.`,
    answers: canBeMade(about)
      ? [{ label: `Create a new ${oneOf(about)}`, decision: { decision: 'create-copy' }, primary: true }]
      : [],
  }),
  'changed-elsewhere': (about) => ({
    title: `Delete this ${oneOf(about)} all the same?`,
    text: `The ${oneOf(about)} in the service is not the version that you saw when you deleted it: someone changed it. The service does not say who. Nothing was deleted. Keep it by discarding the deletion, or delete it as it is now.`,
    answers: [
      { label: 'Delete it as it is now', decision: { decision: 'delete' } },
      { ...checkAgain, label: 'Check again' },
    ],
  }),
  'other-latest': () => ({
    title: 'Log it beside another latest valuation?',
    text: 'It was reviewed beside the entity’s latest valuation. Since then the service has another one, which a colleague may have logged. Nothing was sent. Review it again in Statements, discard it, or send it as it is: what the other valuation changed is then not in this one.',
    answers: [sendAgain('Send it as it is'), { ...checkAgain, label: 'Check again' }],
  }),
  'other-entity': ({ isGone = false }) =>
    isGone
      ? {
          title: 'Its entity was deleted in the service',
          text: 'Someone deleted the entity after this valuation was approved. Nothing was sent. Discard it, and choose another entity for the account in Statements.',
          answers: [checkAgain],
        }
      : {
          title: 'Log it for the entity as it is now?',
          text: 'After this valuation was approved, its entity was archived or moved to another household. Nothing was sent. Review it again in Statements, discard it, or send it as it is.',
          answers: [sendAgain('Send it as it is'), { ...checkAgain, label: 'Check again' }],
        },
}

/** True for a question of a merge; some kinds are asked by other writes as well, in other words. */
const isOfMerge = (kind: Asked, { action }: About): kind is keyof typeof mergeWords =>
  kind in mergeWords && (action === 'merge' || !(kind in words))

/** The text of a write's question, and its possible answers. */
export function wordsOf(kind: Asked, about: About): QuestionWords {
  if (!isOfMerge(kind, about)) return words[kind](about)
  const { resource, candidates, merge } = about
  const noun = resource === 'households' ? 'household' : 'person'
  const { deletion = 'waiting' } = merge ?? {}
  const isDeleted = deletion !== 'waiting'
  return mergeWords[kind]({ noun, candidates, isDeleted, isElsewhere: deletion === 'elsewhere' })
}
