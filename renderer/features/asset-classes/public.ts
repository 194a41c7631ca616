// The parts of this feature that other features may use.
export { AddClassDialog } from './AddClassDialog.tsx'
export { ClassField } from './ClassField.tsx'
export { Directory } from './Directory.tsx'
export { useAssetClasses } from './use-asset-classes.ts'
