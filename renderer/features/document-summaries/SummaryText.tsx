import { LongText } from '../../components/LongText.tsx'
import { MarkdownText } from '../../components/MarkdownText.tsx'

/** A summary's text, rendered as Markdown if that is its format. */
export function SummaryText({ text, format }: { text: string; format: string | null }) {
  return format === 'MARKDOWN' ? <MarkdownText text={text} /> : <LongText text={text} />
}
