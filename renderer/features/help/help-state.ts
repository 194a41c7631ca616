import { create } from 'zustand'
import { type HelpPlace, parsePlace, topicOfScreen } from './topic-of-screen.ts'

type HelpState = {
  opened: boolean
  /** The places visited, oldest first, and the index of the current one. */
  trail: readonly HelpPlace[]
  at: number
  /** The text in the search field. */
  typed: string
  /** True once the user has chosen a place: its heading gets the focus. Until then, the search field has it. */
  reading: boolean
  /** The element that had the focus before: it is focused again when Help closes. */
  from: Element | null
}

/** The Help of this window. It holds nothing of any client, so it also works while Steward is locked. */
export const useHelp = create<HelpState>(() => ({
  opened: false,
  trail: [],
  at: -1,
  typed: '',
  reading: false,
  from: null,
}))

/** The manual's table of contents. */
export const contents: HelpPlace = { topic: 'README', anchor: '' }

export const placeNow = ({ trail, at }: Pick<HelpState, 'trail' | 'at'>): HelpPlace => trail[at] ?? contents

const isSame = (one: HelpPlace, other: HelpPlace) => one.topic === other.topic && one.anchor === other.anchor

/** The state that shows a place. One that is shown already is not added to the trail again. */
function showing({ trail, at }: HelpState, place: HelpPlace): Partial<HelpState> {
  if (at >= 0 && isSame(placeNow({ trail, at }), place)) return { typed: '' }
  const visited = [...trail.slice(0, at + 1), place]
  return { trail: visited, at: visited.length - 1, typed: '' }
}

/** Shows a place that the user chose, and ends the search. */
export function goInHelp(place: HelpPlace): void {
  useHelp.setState((now) => ({ ...showing(now, place), reading: true }))
}

/** Moves within the visited places: -1 back, 1 forward. */
export function stepInHelp(by: -1 | 1): void {
  useHelp.setState(({ trail, at }) => (trail[at + by] === undefined ? {} : { at: at + by, typed: '', reading: true }))
}

/** The place about what is on the screen: a dialog may name its own in `data-help`. */
function placeOfScreen(): HelpPlace {
  const named = [...document.querySelectorAll<HTMLElement>('[data-help]')].at(-1)?.dataset.help
  return named === undefined ? topicOfScreen(location.pathname) : parsePlace(named)
}

/** Opens Help at a place; by default at the topic of the current screen. */
export function openHelp(place: HelpPlace = placeOfScreen()): void {
  const { opened } = useHelp.getState()
  if (!opened) useHelp.setState({ opened: true, from: document.activeElement })
  useHelp.setState((now) => ({ ...showing(now, place), reading: false }))
}

export const typeInHelp = (typed: string): void => useHelp.setState({ typed })

/** Closes Help and returns the focus to where it was. */
export const closeHelp = (): void => useHelp.setState({ opened: false, typed: '' })

/** Closes Help for a screen that opens instead, which gets the focus. */
export const closeHelpForScreen = (): void => useHelp.setState({ opened: false, typed: '', from: null })
