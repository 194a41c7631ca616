import { create } from 'zustand'

/** The page's link state; see `renderer/lib/client/link-state.ts`. */
export type LinkState = 'connecting' | 'ready' | 'expired-link' | 'disconnected'

export const useLink = create<{ state: LinkState }>(() => ({ state: 'connecting' }))
