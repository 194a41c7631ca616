import { createElement, type ReactNode } from 'react'
import type { Formatted } from '../lib/markdown/format-markdown.ts'
import { useFormatted } from '../lib/markdown/use-formatted.ts'
import { LongText } from './LongText.tsx'
import classes from './markdown.module.css'

type Drawn = { element: Exclude<Formatted, string>; inside: ReactNode; key: number }

/** Draws formatted text. `own` may draw elements in another way; it returns undefined for all others. */
export function drawFormatted(formatted: readonly Formatted[], own: (drawn: Drawn) => ReactNode): ReactNode[] {
  return formatted.map((element, key) => {
    if (typeof element === 'string') return element
    const { tag, children, ...attributes } = element
    const inside = children.length === 0 ? undefined : drawFormatted(children, own)
    return own({ element, inside, key }) ?? createElement(tag, { key, ...attributes }, inside)
  })
}

/** Links show their address on hover but are not clickable: record content is not trusted. */
const inertLink = ({ element: { tag, title }, inside, key }: Drawn): ReactNode =>
  tag === 'span' ? (
    <span key={key} title={title} className={classes.link}>
      {inside}
    </span>
  ) : undefined

/** Formatted text of a record or file. */
export function FormattedText({ formatted }: { formatted: readonly Formatted[] }) {
  return (
    <div className={classes.text} dir="auto">
      {drawFormatted(formatted, inertLink)}
    </div>
  )
}

/**
 * Markdown from a record: raw HTML stays text, images are left out, links are inert. A text that would block the window while it
 * is formatted or drawn is shown unformatted, with a note.
 */
export function MarkdownText({ text }: { text: string }) {
  const formatted = useFormatted(text)
  if (formatted === undefined) {
    return (
      <div className={classes.pending} aria-busy>
        <LongText text={text} />
      </div>
    )
  }
  if (formatted === null) {
    return (
      <>
        <p className={classes.note}>Shown as plain text: too long or too deeply nested to format.</p>
        <LongText text={text} />
      </>
    )
  }
  return <FormattedText formatted={formatted} />
}
