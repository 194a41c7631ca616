import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import type { PreviewKind } from '../../../../shared/domain/file-kinds.ts'
import { ErrorState } from '../../../components/States.tsx'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { partFailed } from '../../../lib/present-error.ts'
import type { FileSource } from './file-source.ts'
import classes from './preview.module.css'
import { useSoughtPlace, useWordMarks } from './use-word-marks.ts'
import { Waiting } from './Waiting.tsx'

/** `retry` reads the file again, after an error. */
type View = ComponentType<{ source: FileSource; retry: () => void }>

const viewOf = (load: () => Promise<View>) =>
  lazyPart(load, {
    before: () => <Waiting />,
    failed: (retry, isLoaded) =>
      retry === null ? <Waiting /> : <ErrorState error={partFailed('The preview', isLoaded)} onRetry={retry} />,
  })

/** The view of each kind of file, loaded when the first one is shown. */
const views: Readonly<Partial<Record<PreviewKind, View>>> = {
  pdf: viewOf(async () => (await import('./pdf/PdfView.tsx')).PdfView),
  image: viewOf(async () => (await import('./ImageView.tsx')).ImageView),
  text: viewOf(async () => (await import('./TextView.tsx')).TextView),
  csv: viewOf(async () => (await import('./CsvView.tsx')).CsvView),
  mail: viewOf(async () => (await import('./mail/MailView.tsx')).MailView),
  markdown: viewOf(async () => (await import('./MarkdownView.tsx')).MarkdownView),
}

/**
 * Shows a file of this computer from memory: nothing in it is executed, links nowhere and loads nothing.
 *
 * @param otherwise - shown for a file without a preview
 */
export function Preview({ source, otherwise }: { source: FileSource; otherwise: ReactNode }) {
  const View = views[source.preview]
  const [attempt, setAttempt] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const place = useSoughtPlace()
  // A PDF is searched as a whole, and marks what it finds.
  useWordMarks(frame, View && source.preview !== 'pdf' ? place : null)
  return (
    <div ref={frame} className={`scroll ${classes.frame}`} data-preview={source.preview}>
      {View ? (
        <View key={`${source.key} ${attempt}`} source={source} retry={() => setAttempt(attempt + 1)} />
      ) : (
        otherwise
      )}
    </div>
  )
}
