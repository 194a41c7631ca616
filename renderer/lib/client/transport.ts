import type { ClientLink } from '@orpc/client'
import type { LinkState } from './link-state.ts'

export type PlainLink = ClientLink<Record<never, never>>

/** A connection to the main process that restores itself if possible. */
export type Transport = {
  /** The current link, or the next one once it is restored. Rejects with a `LinkFailure`. */
  link(): Promise<PlainLink>
}

export type OnLinkState = (state: LinkState) => void
