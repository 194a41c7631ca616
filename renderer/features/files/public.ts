// The parts of this feature that other features may use.
export { BesideFile, type Side } from './BesideFile.tsx'
export { FilePanel } from './FilePanel.tsx'
export { PagePicture } from './PagePicture.tsx'
export { pdfSource } from './preview/file-source.ts'
export { Preview } from './preview/Preview.tsx'
export { FileMark, Thumbnail } from './Thumbnail.tsx'
export { useDocumentFile, useFetch, useFileActions, useHeld } from './use-file.ts'
