import type { ClientLink } from '@orpc/client'
import type { LinkState } from './link-state.ts'

export type PlainLink = ClientLink<Record<never, never>>

/** A way to the main process that mends itself where it can. */
export type Transport = {
  /** The link as it is now, or as soon as it is there again. Rejects with a `LinkFailure`. */
  link(): Promise<PlainLink>
}

export type OnLinkState = (state: LinkState) => void
