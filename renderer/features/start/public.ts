// What other features may import from this one.
export { connectionState } from './connection-state.ts'
