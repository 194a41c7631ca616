import type { Operation } from '../../../shared/domain/operation.ts'

type Standing = Pick<Operation, 'state' | 'question' | 'action' | 'resource'>

/** Only what waits to be sent can be held back. */
export const canBePaused = ({ state }: Standing): boolean => state === 'queued'

/**
 * What was not sent yet can be changed on its record's own page. A deletion has nothing to change, and a valuation has no
 * page before it is logged; what was refused is mended on the write's own page.
 */
export const canBeEdited = ({ state, action, resource, question }: Standing): boolean =>
  state === 'queued' && question === null && action !== 'delete' && resource !== 'valuations'

/** What was refused can be sent again as it is. */
export const canBeRetried = ({ state, question }: Standing): boolean =>
  state === 'failed' && question?.kind === 'refused'
