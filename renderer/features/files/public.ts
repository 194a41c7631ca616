// The parts of this feature that other features may use.
export { BesideFile, type Side } from './BesideFile.tsx'
export { FileMark } from './FileMark.tsx'
export { FilePanel } from './FilePanel.tsx'
export { Thumbnail } from './Thumbnail.tsx'
export { useDocumentFile } from './use-document-file.ts'
export { useFetch } from './use-fetch.ts'
export { useFileActions } from './use-file-actions.ts'
export { useHeld } from './use-held.ts'
