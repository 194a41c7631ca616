import { useMemo } from 'react'
import { MarkdownText } from '../../../components/MarkdownText.tsx'
import { ErrorState } from '../../../components/States.tsx'
import { decodeText } from './decode-text.ts'
import type { FileSource } from './file-source.ts'
import classes from './preview.module.css'
import { TextView } from './TextView.tsx'
import { useWholeFile } from './use-whole-file.ts'
import { Waiting } from './Waiting.tsx'

/** Longer files are shown unformatted: a document with that many elements would block the page. */
const maxBytes = 500_000

function Formatted({ source, retry }: { source: FileSource; retry: () => void }) {
  const file = useWholeFile(source, maxBytes)
  const bytes = file.step === 'ready' ? file.bytes : null
  const text = useMemo(() => (bytes ? decodeText(bytes, false) : ''), [bytes])
  if (file.step === 'reading') return <Waiting />
  if (file.step === 'failed') return <ErrorState error={file.error} onRetry={retry} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard
    <section className={classes.prose} tabIndex={0} aria-label={source.name}>
      <MarkdownText text={text} otherwise={<TextView source={source} retry={retry} />} />
    </section>
  )
}

/** Markdown, formatted like summaries: no HTML, no pictures, and inert links. */
export function MarkdownView({ source, retry }: { source: FileSource; retry: () => void }) {
  return source.size > maxBytes ? (
    <TextView source={source} retry={retry} />
  ) : (
    <Formatted source={source} retry={retry} />
  )
}
