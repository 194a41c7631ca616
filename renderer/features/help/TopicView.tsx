import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { drawFormatted } from '../../components/MarkdownText.tsx'
import text from '../../components/markdown.module.css'
import { type Formatted, formatMarkdown, wordsOf } from '../../lib/markdown/format-markdown.ts'
import classes from './help.module.css'
import { useHelp } from './help-state.ts'
import { ManualAnchor } from './ManualAnchor.tsx'
import { anchorOf, pictureAt, type Topic } from './manual.ts'
import { Picture } from './Picture.tsx'

type Props = { topic: Topic; anchor: string; isBeside: boolean; goTo: (path: string) => void }

type Element = Exclude<Formatted, string>

/** The id of a heading's element. The prefix keeps it apart from the ids of the screen. */
const idOf = (anchor: string) => `help-${anchor}`

/** Headings with ids, live links and pictures; everything else is drawn as in a record's text. */
function drawOwn(element: Element, inside: ReactNode, key: number, { topic, ...links }: Props): ReactNode {
  const { tag, title = '', children } = element
  if (tag === 'h3' || tag === 'h4') {
    const Tag = tag
    return (
      <Tag key={key} id={idOf(anchorOf(wordsOf(children)))} tabIndex={-1}>
        {inside}
      </Tag>
    )
  }
  if (tag === 'span') {
    return (
      <ManualAnchor key={key} address={title} topic={topic.name} {...links}>
        {inside}
      </ManualAnchor>
    )
  }
  const picture = tag === 'img' ? pictureAt(title) : undefined
  return picture === undefined ? undefined : <Picture key={key} address={picture} alt={wordsOf(children)} />
}

/** Scrolls to the heading of the place, or to the top. It gets the focus if the user chose it. */
function useShownPlace(anchor: string) {
  const title = useRef<HTMLHeadingElement>(null)
  const at = useHelp((state) => state.at)
  const reading = useHelp((state) => state.reading)
  useEffect(() => {
    const heading = anchor === '' ? null : document.getElementById(idOf(anchor))
    heading?.scrollIntoView({ block: 'start' })
    if (heading === null) title.current?.parentElement?.scrollTo({ top: 0 })
    if (reading && at >= 0) (heading ?? title.current)?.focus({ preventScroll: true })
  }, [anchor, at, reading])
  return title
}

/** One topic of the manual. */
export function TopicView(props: Props) {
  const { topic, anchor } = props
  const title = useShownPlace(anchor)
  const formatted = useMemo(() => formatMarkdown(topic.text, true) ?? [], [topic])
  return (
    <div className={classes.body}>
      <h2 ref={title} tabIndex={-1} className={classes.title}>
        {topic.title}
      </h2>
      <div className={text.text}>
        {drawFormatted(formatted, ({ element, inside, key }) => drawOwn(element, inside, key, props))}
      </div>
    </div>
  )
}
