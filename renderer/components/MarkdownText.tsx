import { createElement, type ReactNode } from 'react'
import type { Formatted } from '../lib/markdown/format-markdown.ts'
import { useFormatted } from '../lib/markdown/use-formatted.ts'
import { LongText } from './LongText.tsx'
import classes from './markdown.module.css'

/** Links show their address on hover but are not clickable: record content is not trusted. */
function drawn(formatted: Formatted, key: number): ReactNode {
  if (typeof formatted === 'string') return formatted
  const { tag, children, ...attributes } = formatted
  const inside = children.length === 0 ? undefined : children.map(drawn)
  return createElement(tag, { key, ...attributes, ...(tag === 'span' ? { className: classes.link } : {}) }, inside)
}

type MarkdownTextProps = {
  text: string
  /** Shown in place of a text that cannot be formatted. Defaults to the raw text with a note. */
  otherwise?: ReactNode
}

/**
 * Markdown from a record: raw HTML stays text, images are left out, links are inert. A text that would block the window while it
 * is formatted or drawn is shown unformatted.
 */
export function MarkdownText({ text, otherwise }: MarkdownTextProps) {
  const formatted = useFormatted(text)
  if (formatted === undefined) {
    return (
      <div className={classes.pending} aria-busy>
        {otherwise ?? <LongText text={text} />}
      </div>
    )
  }
  if (formatted === null) {
    return (
      otherwise ?? (
        <>
          <p className={classes.note}>Shown as plain text: too long or too deeply nested to format.</p>
          <LongText text={text} />
        </>
      )
    )
  }
  return (
    <div className={classes.text} dir="auto">
      {formatted.map(drawn)}
    </div>
  )
}
