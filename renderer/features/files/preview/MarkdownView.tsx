import { useMemo } from 'react'
import { decode } from '../../../../shared/tables/decode.ts'
import { FormattedText } from '../../../components/MarkdownText.tsx'
import { ErrorState } from '../../../components/States.tsx'
import { useFormatted } from '../../../lib/markdown/use-formatted.ts'
import type { FileSource } from './file-source.ts'
import classes from './preview.module.css'
import { TextView } from './TextView.tsx'
import { useWholeFile } from './use-whole-file.ts'
import { Waiting } from './Waiting.tsx'

/** Longer files are shown unformatted: formatting them would take too long. */
const maxBytes = 500_000

/** Its plain view has a scroll area of its own, so that it replaces the formatted one and is never inside of it. */
function Formatted({ source, text, retry }: { source: FileSource; text: string; retry: () => void }) {
  const formatted = useFormatted(text)
  if (formatted === undefined) return <Waiting />
  if (formatted === null) return <TextView source={source} retry={retry} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard
    <section className={`scroll ${classes.prose}`} tabIndex={0} aria-label={source.name}>
      <FormattedText formatted={formatted} />
    </section>
  )
}

function Whole({ source, retry }: { source: FileSource; retry: () => void }) {
  const file = useWholeFile(source, maxBytes)
  const bytes = file.step === 'ready' ? file.bytes : null
  const text = useMemo(() => (bytes ? decode(bytes).text : ''), [bytes])
  if (file.step === 'reading') return <Waiting />
  if (file.step === 'failed') return <ErrorState error={file.error} onRetry={retry} />
  return <Formatted source={source} text={text} retry={retry} />
}

/** Markdown, formatted like summaries: no HTML, no pictures, and inert links. */
export function MarkdownView({ source, retry }: { source: FileSource; retry: () => void }) {
  return source.size > maxBytes ? <TextView source={source} retry={retry} /> : <Whole source={source} retry={retry} />
}
