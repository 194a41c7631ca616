import type { Operation } from '../../../shared/domain/operation.ts'

type Standing = Pick<Operation, 'state' | 'question' | 'action' | 'resource' | 'file'>

/** What waits to be sent can be held back; an upload under way can be stopped, and begins again when it is let go. */
export const canBePaused = ({ state, question, file }: Standing): boolean =>
  state === 'queued' || (isUpload({ file }) && (state === 'sending' || (state === 'uncertain' && question === null)))

const isUpload = ({ file }: Pick<Standing, 'file'>): boolean => Boolean(file)

/** What is being sent cannot be taken back, but for a file, which takes its time. */
export const canBeDiscarded = ({ state, file }: Standing): boolean => state !== 'sending' || isUpload({ file })

/**
 * What was not sent yet can be changed on its record's own page. A deletion has nothing to change, and a valuation has no
 * page before it is logged; what was refused is mended on the write's own page.
 */
export const canBeEdited = ({ state, action, resource, question }: Standing): boolean =>
  state === 'queued' && question === null && action !== 'delete' && resource !== 'valuations'

/** What was refused can be sent again as it is. */
export const canBeRetried = ({ state, question }: Standing): boolean =>
  state === 'failed' && question?.kind === 'refused'
