// What other features may import from this one.

export { defaultSorts } from './default-sorts.ts'
export { ResourceGrid } from './ResourceGrid.tsx'
