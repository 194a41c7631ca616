export { DoublesOf } from './DoublesOf.tsx'
