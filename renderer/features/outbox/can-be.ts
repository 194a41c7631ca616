import type { Operation } from '../../../shared/domain/operation.ts'

type Standing = Pick<Operation, 'state' | 'question' | 'action' | 'resource' | 'file'>

/** A write that waits to be sent can be paused. An upload in progress can be stopped; it starts over when resumed. */
export const canBePaused = ({ state, question, file }: Standing): boolean =>
  state === 'queued' || (isUpload({ file }) && (state === 'sending' || (state === 'uncertain' && question === null)))

const isUpload = ({ file }: Pick<Standing, 'file'>): boolean => Boolean(file)

/** A write that is being sent cannot be discarded, except for an upload, which takes a while. */
export const canBeDiscarded = ({ state, file }: Standing): boolean => state !== 'sending' || isUpload({ file })

/**
 * An unsent write can be edited on its record's page. A deletion has no fields to edit, and a valuation has no page before it
 * is logged. A refused write is corrected on its own page.
 */
export const canBeEdited = ({ state, action, resource, question }: Standing): boolean =>
  state === 'queued' && question === null && action !== 'delete' && resource !== 'valuations'

/** A refused write can be sent again unchanged. */
export const canBeRetried = ({ state, question }: Standing): boolean =>
  state === 'failed' && question?.kind === 'refused'
