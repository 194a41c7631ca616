import { ActionIcon, TextInput } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconListDetails, IconPrinter, IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useForbidden } from '../../lib/policy.ts'
import { Hits } from './Hits.tsx'
import classes from './help.module.css'
import { closeHelp, contents, goInHelp, placeNow, stepInHelp, typeInHelp, useHelp } from './help-state.ts'
import { topics } from './manual.ts'
import { printTopic } from './print-topic.ts'
import { searchManual } from './search-manual.ts'
import { TopicView } from './TopicView.tsx'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

function Bar() {
  const { at, trail } = useHelp()
  const forbidden = useForbidden('app.print')
  const step = (by: -1 | 1) => ({ disabled: trail[at + by] === undefined, onClick: () => stepInHelp(by) })
  return (
    <div className={classes.bar}>
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
  return isBeside ? (
    <aside id="help" aria-label="Help" className={classes.panel}>
      {inside}
    </aside>
  ) : (
    <div id="help" role="dialog" aria-modal="true" aria-label="Help" className={classes.panel} data-over>
      {inside}
    </div>
  )
}
