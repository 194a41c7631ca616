import type { ComponentType, ReactNode } from 'react'
import type { PreviewKind } from '../../../shared/ipc/files.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import type { FileSource } from './file-source.ts'
import classes from './preview.module.css'
import { Waiting } from './Waiting.tsx'

type View = ComponentType<{ source: FileSource }>

const viewOf = (load: () => Promise<View>) => lazyPart(load, () => <Waiting />)

/** What shows each kind, fetched when the first file of it is looked at. */
const views: Readonly<Partial<Record<PreviewKind, View>>> = {
  pdf: viewOf(async () => (await import('./pdf/PdfView.tsx')).PdfView),
  image: viewOf(async () => (await import('./ImageView.tsx')).ImageView),
  text: viewOf(async () => (await import('./TextView.tsx')).TextView),
  csv: viewOf(async () => (await import('./CsvView.tsx')).CsvView),
  markdown: viewOf(async () => (await import('./MarkdownView.tsx')).MarkdownView),
}

/**
 * A file that lies on this computer, shown from memory: nothing in it acts, leads elsewhere or asks for anything.
 *
 * @param otherwise - instead of a file that the app does not show
 */
export function Preview({ source, otherwise }: { source: FileSource; otherwise: ReactNode }) {
  const View = views[source.preview]
  return (
    <div className={classes.frame} data-preview={source.preview}>
      {View ? <View key={source.key} source={source} /> : otherwise}
    </div>
  )
}
