// What other features may import from this one.
export { AddClassDialog } from './AddClassDialog.tsx'
export { ClassField } from './ClassField.tsx'
export { Directory } from './Directory.tsx'
export { useAssetClasses } from './use-asset-classes.ts'
