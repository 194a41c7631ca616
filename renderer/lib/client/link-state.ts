/**
 * State of the page's connection to the main process:
 * - `connecting`: for the first time, or again after a drop; calls wait
 * - `ready`: calls go through
 * - `expired-link`: the link that opened this page was used or has expired; a new one is needed
 * - `disconnected`: Steward is gone, or did not answer in time
 */
export type LinkState = 'connecting' | 'ready' | 'expired-link' | 'disconnected'

export type LinkFailureState = Extract<LinkState, 'expired-link' | 'disconnected'>

/** The page could not connect; `state` says why. */
export class LinkFailure extends Error {
  override readonly name = 'LinkFailure'
  readonly state: LinkFailureState

  constructor(state: LinkFailureState) {
    super(state === 'expired-link' ? 'This link was used or has expired.' : 'Steward cannot be reached.')
    this.state = state
  }
}
