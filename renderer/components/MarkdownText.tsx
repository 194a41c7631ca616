import type { ComponentProps } from 'react'
import Markdown from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import classes from './markdown.module.css'

/** Text and structure only: no image, nothing that loads, no address but https and mailto. */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source', 'input'].includes(name)),
  protocols: { href: ['https', 'mailto'] },
}

/** A link's address is shown on hover but leads nowhere: what a record says is not followed. */
function InertLink({ href, children }: ComponentProps<'a'>) {
  const shown = href && /^(https|mailto):/i.test(href) ? href : undefined
  return (
    <span className={classes.link} title={shown}>
      {children}
    </span>
  )
}

/** Headings of a summary stand below the page's own. */
const components = { a: InertLink, h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' } as const

/** Markdown from a record: raw HTML stays text, images are left out, links are inert. */
export function MarkdownText({ text }: { text: string }) {
  return (
    <div className={classes.text} dir="auto">
      <Markdown rehypePlugins={[[rehypeSanitize, schema]]} components={components}>
        {text}
      </Markdown>
    </div>
  )
}
