import { ActionIcon, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowUpRight,
  IconListDetails,
  IconPrinter,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { Highlighted } from '../../components/Highlighted.tsx'
import { moveByLine } from '../../components/line-keys.ts'
import { drawFormatted } from '../../components/MarkdownText.tsx'
import text from '../../components/markdown.module.css'
import { useClient } from '../../lib/api.ts'
import { runCommand } from '../../lib/commands/run-command.ts'
import { type Formatted, formatMarkdown, wordsOf } from '../../lib/markdown/format-markdown.ts'
import { useForbidden } from '../../lib/policy.ts'
import { HelpFrame } from './HelpFrame.tsx'
import classes from './help.module.css'
import {
  closeHelp,
  closeHelpForScreen,
  contents,
  goInHelp,
  placeNow,
  stepInHelp,
  typeInHelp,
  useHelp,
} from './help-state.ts'
import { anchorOf, pictureAt, type Topic, topics } from './manual.ts'
import { addressOfScreen, connectionForHelp, parseManualLink } from './manual-links.ts'
import { type ManualHit, searchManual } from './search-manual.ts'

/** Prints the open topic alone; see the print rules in `help.module.css`. */
function printTopic(): void {
  try {
    document.documentElement.dataset.printing = 'help'
    window.print()
  } finally {
    delete document.documentElement.dataset.printing
  }
}

/** The results of a search, each with the words around its first match. */
function Hits({ hits, searched }: { hits: readonly ManualHit[]; searched: string }) {
  return (
    <div className={classes.body}>
      <output className={classes.count}>
        {hits.length === 0
          ? `Nothing in Help has “${searched}”.`
          : hits.length === 1
            ? '1 result'
            : `${hits.length} results`}
      </output>
      {hits.length === 0 ? (
        <p className="below">
          Try another word, or a part of one.{' '}
          <button type="button" className={`plain-button ${classes.link}`} onClick={() => goInHelp(contents)}>
            Show the contents
          </button>
        </p>
      ) : null}
      <ul className={classes.hits} aria-label="Results" onKeyDown={moveByLine}>
        {hits.map((hit) => (
          <li key={`${hit.topic}#${hit.anchor}`}>
            <button type="button" data-line className={`plain-button ${classes.hit}`} onClick={() => goInHelp(hit)}>
              <span className="strong">
                <Highlighted text={hit.title} matches={hit.titleMatches} />
              </span>
              {hit.within === null ? null : <span className="note">{hit.within}</span>}
              <span className={classes.excerpt}>
                <Highlighted text={hit.excerpt} matches={hit.excerptMatches} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A picture of the manual, as wide as the text; a click shows it in full size. */
function Picture({ address, alt }: { address: string; alt: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <button type="button" className={classes.picture} aria-label={`Enlarge the picture: ${alt}`} onClick={open}>
        <img src={address} alt={alt} loading="lazy" />
      </button>
      {/* Above Help, which is above other dialogs. */}
      <Modal
        opened={opened}
        onClose={close}
        title={alt}
        size="auto"
        classNames={{ inner: classes.aboveHelp ?? '' }}
        zIndex={400}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <img className={classes.enlarged} src={address} alt={alt} />
      </Modal>
    </>
  )
}

type ManualAnchorProps = {
  address: string
  /** The topic that contains the link. */
  topic: string
  isBeside: boolean
  goTo: (path: string) => void
  children: ReactNode
}

const isDialogOpen = () =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].some(({ id }) => id !== 'help')

/** Leads to another place in the manual, or to a screen or command of the app. */
function ManualAnchor({ address, topic, isBeside, goTo, children }: ManualAnchorProps) {
  const client = useClient()
  const link = parseManualLink(address, topic)
  if (link === null) return children
  /** Makes room for the screen, which gets the focus. */
  const leave = () => {
    if (!isBeside) closeHelpForScreen()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const open = async () => {
    if (link.kind === 'place') return goInHelp(link.place)
    if (isDialogOpen()) {
      return void notifications.show({ id: 'help', title: 'Help', message: 'Finish or close what is open first.' })
    }
    if (link.kind === 'command') {
      leave()
      // After Help has closed: it would count as an open dialog.
      return void setTimeout(() => runCommand(link.command))
    }
    const path = addressOfScreen(link.screen, await connectionForHelp(client, location.pathname))
    leave()
    goTo(path)
  }
  return (
    <button type="button" className={`plain-button ${classes.link}`} onClick={() => void open()}>
      {children}
      {link.kind === 'place' ? null : <IconArrowUpRight size={12} stroke={2} aria-hidden="true" />}
    </button>
  )
}

type TopicViewProps = { topic: Topic; anchor: string; isBeside: boolean; goTo: (path: string) => void }

type Element = Exclude<Formatted, string>

/** The id of a heading's element. The prefix keeps it apart from the ids of the screen. */
const idOf = (anchor: string) => `help-${anchor}`

/** Headings with ids, live links and pictures; everything else is drawn as in a record's text. */
function drawOwn(element: Element, inside: ReactNode, key: number, { topic, ...links }: TopicViewProps): ReactNode {
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
function TopicView(props: TopicViewProps) {
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

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

function Bar() {
  const { at, trail } = useHelp()
  const forbidden = useForbidden('app.print')
  const step = (by: -1 | 1) => ({ disabled: trail[at + by] === undefined, onClick: () => stepInHelp(by) })
  return (
    <div className={`line ${classes.bar}`}>
      <h2 className={classes.name}>Help</h2>
      <ActionIcon size={28} aria-label="Back in Help" {...step(-1)}>
        <IconArrowLeft {...icon} />
      </ActionIcon>
      <ActionIcon size={28} aria-label="Forward in Help" {...step(1)}>
        <IconArrowRight {...icon} />
      </ActionIcon>
      <ActionIcon size={28} aria-label="Contents of Help" onClick={() => goInHelp(contents)}>
        <IconListDetails {...icon} />
      </ActionIcon>
      {forbidden === null ? (
        <ActionIcon size={28} aria-label="Print this topic" onClick={printTopic}>
          <IconPrinter {...icon} />
        </ActionIcon>
      ) : null}
      <ActionIcon size={28} aria-label="Close Help" title="F1 or Esc" onClick={closeHelp}>
        <IconX {...icon} />
      </ActionIcon>
    </div>
  )
}

/** Searches while the user types. Enter opens the first result, the down arrow goes to the results. */
function Field({ onOpenFirst }: { onOpenFirst: () => void }) {
  const typed = useHelp((state) => state.typed)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onOpenFirst()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    document.querySelector<HTMLElement>('#help [data-line]')?.focus()
  }
  return (
    <TextInput
      ref={field}
      id="help-field"
      type="search"
      className={classes.field}
      aria-label="Search Help"
      placeholder="Search Help"
      autoComplete="off"
      maxLength={100}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden="true" />}
      value={typed}
      onChange={({ currentTarget }) => typeInHelp(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

type Props = {
  /** True beside the screen; false over it, where it is a dialog. */
  isBeside: boolean
  goTo: (path: string) => void
}

/** The manual with its search. */
export function HelpPanel({ isBeside, goTo }: Props) {
  const typed = useHelp((state) => state.typed)
  const place = useHelp((state) => placeNow(state))
  const searched = useDeferredValue(typed.trim())
  const hits = useMemo(() => searchManual(topics.values(), searched), [searched])
  const openFirst = () => {
    const [first] = searchManual(topics.values(), typed)
    if (first) goInHelp(first)
  }
  const topic = topics.get(place.topic)
  const inside = (
    <>
      <Bar />
      <Field onOpenFirst={openFirst} />
      {searched === '' && topic ? (
        <TopicView key={place.topic} topic={topic} anchor={place.anchor} isBeside={isBeside} goTo={goTo} />
      ) : (
        <Hits hits={hits} searched={searched} />
      )}
    </>
  )
  return <HelpFrame isBeside={isBeside}>{inside}</HelpFrame>
}
