import { Button, CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { chordOf, onMac } from '../../lib/commands/keys.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { holdKeys, textAfter } from '../../lib/held-keys.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { HelpFrame } from './HelpFrame.tsx'
import classes from './help.module.css'
import { closeHelp, openHelp, stepInHelp, typeInHelp, useHelp } from './help-state.ts'

const isInHelp = (target: EventTarget | null) => target instanceof Element && target.closest('#help') !== null

export const loadHelp = () => import('./HelpPanel.tsx')

type WaitingHelpProps = {
  isBeside: boolean
  isLoaded: boolean
  /** Requests Help again after a failure; null while it is being loaded. */
  retry: (() => void) | null
}

/** Help until its code is loaded: keys pressed in it are for its search field. */
function WaitingHelp({ isBeside, isLoaded, retry }: WaitingHelpProps) {
  const frame = useRef<HTMLElement>(null)
  const isBusy = retry === null
  useEffect(() => {
    if (!isBusy) return
    frame.current?.focus({ preventScroll: true })
    return holdKeys({
      isHeld: ({ target }) => isInHelp(target),
      onEscape: closeHelp,
      onKey: (event) => typeInHelp(textAfter(event, useHelp.getState().typed)),
    })
  }, [isBusy])
  return (
    <HelpFrame isBeside={isBeside} focusRef={frame} isBusy={isBusy}>
      <div className={`line ${classes.bar}`}>
        <h2 className={classes.name}>Help</h2>
        <CloseButton aria-label="Close Help" onClick={closeHelp} />
      </div>
      {isBusy ? (
        <output className={`opening ${classes.body}`}>Loading…</output>
      ) : (
        <div className={classes.body} role="alert">
          <p className="below">Help could not be {isLoaded ? 'shown' : 'loaded'}.</p>
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </HelpFrame>
  )
}

const HelpPanel = lazyPart(async () => (await loadHelp()).HelpPanel, {
  before: ({ isBeside }) => <WaitingHelp isBeside={isBeside} isLoaded={false} retry={null} />,
  failed: (retry, isLoaded, { isBeside }) => <WaitingHelp {...{ isBeside, isLoaded, retry }} />,
})

/** In a narrower window, Help covers part of the screen. */
const besideTheScreen = '(min-width: 1100px)'

/** Opens Help, goes to it, or closes it. */
function onF1({ target }: KeyboardEvent): void {
  // A second press while Help is being loaded changes nothing.
  const isLoading = document.querySelector('#help[aria-busy="true"]') !== null
  if (useHelp.getState().opened && isInHelp(target) && !isLoading) closeHelp()
  else {
    openHelp()
    document.getElementById('help-field')?.focus()
  }
}

/** Ends the search, then closes Help. */
function onEscape(): void {
  if (useHelp.getState().typed === '') closeHelp()
  else typeInHelp('')
}

/** Keys while the focus is in Help: back and forward belong to it. */
const keysInHelp: Readonly<Record<string, () => void>> = {
  Escape: onEscape,
  'Alt+ArrowLeft': () => stepInHelp(-1),
  'Alt+ArrowRight': () => stepInHelp(1),
  'Mod+[': () => stepInHelp(-1),
  'Mod+]': () => stepInHelp(1),
}

/** Registered for the capture phase, before any dialog: the keys work while one is open, and Escape closes only Help. */
function useKeys(): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const chord = chordOf(event, onMac()) ?? ''
      const act = chord === 'F1' ? onF1 : isInHelp(event.target) ? keysInHelp[chord] : undefined
      if (act === undefined) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!event.repeat) act(event)
    }
    window.addEventListener('keydown', listener, { capture: true })
    return () => window.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** When Help closes, the focus returns to the element that had it, or goes to the screen. */
function useFocusAfter(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    return () => {
      const { from } = useHelp.getState()
      if (document.activeElement !== document.body) return
      const next = from?.isConnected && from !== document.body ? from : document.getElementById('main')
      if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: true })
    }
  }, [opened])
}

type Props = {
  /** Opens an address of the app. */
  goTo: (path: string) => void
  children: ReactNode
}

/**
 * Help beside every screen: outside the lock and presenter mode, since it shows nothing of any client. The screen keeps its state, so
 * no form under way is lost.
 */
export function Help({ goTo, children }: Props) {
  const opened = useHelp((state) => state.opened)
  const isBeside = useMediaQuery(besideTheScreen, undefined, { getInitialValueInEffect: false }) ?? true
  useCommand('help.open', () => openHelp())
  useKeys()
  useFocusAfter(opened)
  useEffect(() => {
    // Dialogs are drawn outside this component, and must leave room.
    document.documentElement.toggleAttribute('data-help-beside', opened && isBeside)
  }, [opened, isBeside])
  return (
    <div className={classes.around}>
      <div className={classes.screen} inert={opened && !isBeside}>
        {children}
      </div>
      {opened && !isBeside ? (
        <button type="button" className={classes.veil} aria-label="Close Help" tabIndex={-1} onClick={closeHelp} />
      ) : null}
      {opened ? <HelpPanel isBeside={isBeside} goTo={goTo} /> : null}
    </div>
  )
}
