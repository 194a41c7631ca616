import { create } from 'zustand'
import type { LinkState } from '../lib/client/link-state.ts'

export const useLink = create<{ state: LinkState }>(() => ({ state: 'connecting' }))
