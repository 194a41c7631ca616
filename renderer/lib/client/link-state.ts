/**
 * How the page stands with the main process:
 * - `connecting`: for the first time, or again after a drop; calls wait
 * - `ready`: calls go through
 * - `expired-link`: the link that opened this page was used or has expired; a fresh one is needed
 * - `disconnected`: Steward is not there any more, or did not answer in time
 */
export type LinkState = 'connecting' | 'ready' | 'expired-link' | 'disconnected'

export type LinkFailureState = Extract<LinkState, 'expired-link' | 'disconnected'>

/** Why the page could not be connected at all. */
export class LinkFailure extends Error {
  override readonly name = 'LinkFailure'
  readonly state: LinkFailureState

  constructor(state: LinkFailureState) {
    super(state === 'expired-link' ? 'This link was used or has expired.' : 'Steward cannot be reached.')
    this.state = state
  }
}
