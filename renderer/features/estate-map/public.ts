// The parts of this feature that other features may use.
export { Estate } from './Estate.tsx'
export { RecordRoles } from './RecordRoles.tsx'
