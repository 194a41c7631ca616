import { LongText } from '../../components/LongText.tsx'
import { MarkdownText } from '../../components/MarkdownText.tsx'

/** A summary's text, formatted where it is Markdown. */
export function SummaryText({ text, format }: { text: string; format: string | null }) {
  return format === 'MARKDOWN' ? <MarkdownText text={text} /> : <LongText text={text} />
}
