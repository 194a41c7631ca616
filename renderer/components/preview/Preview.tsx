import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react'
import type { PreviewKind } from '../../../shared/ipc/files.ts'
import type { FileSource } from './file-source.ts'
import classes from './preview.module.css'
import { Waiting } from './Waiting.tsx'

type View = LazyExoticComponent<ComponentType<{ source: FileSource }>>

/** What shows each kind, fetched when the first file of it is looked at. */
const views: Readonly<Partial<Record<PreviewKind, View>>> = {
  pdf: lazy(async () => ({ default: (await import('./pdf/PdfView.tsx')).PdfView })),
  image: lazy(async () => ({ default: (await import('./ImageView.tsx')).ImageView })),
  text: lazy(async () => ({ default: (await import('./TextView.tsx')).TextView })),
  csv: lazy(async () => ({ default: (await import('./CsvView.tsx')).CsvView })),
  markdown: lazy(async () => ({ default: (await import('./MarkdownView.tsx')).MarkdownView })),
}

/** Whether the app itself shows files of a kind. */
export const isShown = (kind: PreviewKind): boolean => views[kind] !== undefined

/**
 * A file that lies on this computer, shown from memory: nothing in it acts, leads elsewhere or asks for anything.
 *
 * @param otherwise - instead of a file that the app does not show
 */
export function Preview({ source, otherwise }: { source: FileSource; otherwise: ReactNode }) {
  const View = views[source.preview]
  return (
    <div className={classes.frame} data-preview={source.preview}>
      <Suspense fallback={<Waiting />}>{View ? <View key={source.key} source={source} /> : otherwise}</Suspense>
    </div>
  )
}
