import { create } from 'zustand'

/** How this page stands with the main process (see the client's own account of it). */
export type LinkState = 'connecting' | 'ready' | 'expired-link' | 'disconnected'

export const useLink = create<{ state: LinkState }>(() => ({ state: 'connecting' }))
