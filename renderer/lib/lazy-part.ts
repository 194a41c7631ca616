import { notifications } from '@mantine/notifications'
import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, createElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { holdKeys } from './held-keys.ts'

/** Whether the file that an import did not get is served now. */
async function isServed(problem: unknown): Promise<boolean> {
  const [address] = /\b(?:https?|app):\/\/\S+/.exec(String(problem)) ?? []
  if (address === undefined) return false
  return fetch(address, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

const reload = () => location.reload()

/** Asks before the window is loaded again: a started import, and files chosen in a dialog, would be lost by it. */
const offerReload = (): void => {
  notifications.show({
    id: 'reload',
    title: 'Part of Steward could not be loaded',
    message: createElement(
      'span',
      { className: 'wrap' },
      'Reload the window. Text in forms is kept; a started import and chosen files are not.',
      createElement(
        'button',
        { type: 'button', className: 'plain-button', style: { textDecoration: 'underline' }, onClick: reload },
        'Reload',
      ),
    ),
    color: 'red',
    autoClose: false,
  })
}

/**
 * The code of a part. It is requested again after a failure, and once however many ask for it at a time. Some versions of Chromium
 * remember that a file could not be had and do not request it again: then only loading the window again helps.
 *
 * @param onRemembered - called when that is so
 */
function createCode<Props extends object>(
  request: () => Promise<ComponentType<Props>>,
  onRemembered: () => void = offerReload,
) {
  let part: ComponentType<Props> | null = null
  let hasFailed = false
  let requested: Promise<void> | null = null
  return {
    /** Null until it is loaded. */
    part: () => part,
    load(): Promise<void> {
      requested ??= request()
        .then((loaded) => {
          part = loaded
        })
        .catch(async (problem: unknown) => {
          if (hasFailed && (await isServed(problem))) onRemembered()
          hasFailed = true
          throw problem
        })
        .finally(() => {
          requested = null
        })
      return requested
    },
  }
}

/** Waits for code. Returns the function that stops waiting. */
function whenLoaded(loading: Promise<void>, onLoaded: () => void, onFailed: () => void): () => void {
  let isWaiting = true
  loading.then(
    () => isWaiting && onLoaded(),
    () => isWaiting && onFailed(),
  )
  return () => {
    isWaiting = false
  }
}

type Around<Props> = {
  /** Rendered until the code is loaded; default: nothing. */
  before?: (props: Props) => ReactNode
  /**
   * Rendered if the code could not be loaded, or if the part failed to render: then `isLoaded`. `retry` requests or renders it again; it is
   * null until that has ended.
   */
  failed: (retry: (() => void) | null, isLoaded: boolean, props: Props) => ReactNode
  /** True if nothing else is shown beside it, so that the window is loaded again without a question where only that helps. */
  isAlone?: boolean
}

/**
 * A component whose code is loaded when first rendered, or earlier (`renderer/app/parts.ts`). React's own `lazy` shows a fallback
 * for at least 300 ms once it suspends, so a menu would open late.
 */
export function lazyPart<Props extends object>(
  request: () => Promise<ComponentType<Props>>,
  { before = () => null, failed, isAlone = false }: Around<Props>,
): (props: Props) => ReactNode {
  const code = createCode(request, isAlone ? reload : offerReload)
  return function LazyPart(props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed' | 'retrying'>('loading')
    const isRequested = state === 'loading' || state === 'retrying'
    useEffect(() => {
      if (!isRequested || code.part() !== null) return
      return whenLoaded(
        code.load(),
        () => setState('loaded'),
        () => setState('failed'),
      )
    }, [isRequested])
    const part = code.part()
    if (part !== null) return guarded(createElement(part, props), (reset) => failed(reset, true, props))
    if (state === 'loading') return before(props)
    return failed(state === 'failed' ? () => setState('retrying') : null, false, props)
  }
}

/** A part that fails to render does not take the screen around it along. */
function guarded(part: ReactNode, failed: (reset: () => void) => ReactNode): ReactNode {
  const guard = {
    getResetKey: () => location.pathname,
    errorComponent: ({ reset }: { reset: () => void }) => failed(reset),
    children: part,
  }
  return createElement(CatchBoundary, guard)
}

const sayFailed = (name: string, isLoaded: boolean) =>
  void notifications.show({
    id: `not-loaded ${name}`,
    message: isLoaded
      ? `${name} could not be shown: something went wrong inside Steward. Try again; if it happens again, restart Steward.`
      : `${name} could not be loaded. Try again.`,
    color: 'red',
  })

/** Closes a menu or dialog that failed to render, and says so. */
function Failed({ name, reset, opening }: { name: string; reset: () => void; opening: Opening }) {
  const close = useEffectEvent(() => {
    opening.cancel()
    reset()
    sayFailed(name, true)
  })
  useEffect(() => close(), [])
  return null
}

/** A menu or dialog that the user asked for, while its code is being loaded. */
type Opening = {
  /** False once the user closed it, if it stays rendered; default: true. */
  isOpen?: boolean
  /** Closes it: the user gave up, or its code could not be loaded. */
  cancel: () => void
  /** Gets the keys that are pressed before it opens. */
  onKey?: (event: KeyboardEvent) => void
  /** The button that opens it. Further presses on it are ignored. */
  button?: HTMLElement | null
  /** Called with true when loading begins, and with false when it ends; by default a text says that it loads. */
  onLoading?: (isLoading: boolean) => void
}

type WaitingProps = { name: string; load: () => Promise<void>; onLoaded: () => void; opening: Opening }

/** Holds the keys until the code is loaded. Escape, or a press elsewhere, cancels. */
function Waiting({ name, load, onLoaded, opening }: WaitingProps) {
  const cancel = useEffectEvent(() => opening.cancel())
  const onKey = useEffectEvent((event: KeyboardEvent) => opening.onKey?.(event))
  const tell = useEffectEvent((isLoading: boolean) => opening.onLoading?.(isLoading))
  const isOnButton = useEffectEvent(({ target }: Event) => target instanceof Node && !!opening.button?.contains(target))
  const finish = useEffectEvent(onLoaded)
  useEffect(() => {
    tell(true)
    const stop = whenLoaded(
      load(),
      () => finish(),
      () => {
        cancel()
        sayFailed(name, false)
      },
    )
    const release = holdKeys({ onEscape: () => cancel(), onKey: (event) => onKey(event) })
    const abortController = new AbortController()
    const options = { capture: true, signal: abortController.signal }
    window.addEventListener('pointerdown', (event) => isOnButton(event) || cancel(), options)
    window.addEventListener('click', (event) => isOnButton(event) && event.stopPropagation(), options)
    return () => {
      stop()
      release()
      abortController.abort()
      tell(false)
    }
  }, [load, name])
  return opening.onLoading ? null : createElement('output', { className: 'opening' }, 'Loading…')
}

/**
 * A menu or dialog whose code is loaded when it is first opened, or earlier. If it cannot be loaded or rendered, it is closed and a toast says so.
 *
 * @param name - begins the toast's sentence, for example "The meeting pack"
 */
export function lazyDialog<Props extends object>(
  name: string,
  request: () => Promise<ComponentType<Props>>,
  openingOf: (props: Props) => Opening,
): (props: Props) => ReactNode {
  const code = createCode(request)
  return function LazyDialog(props) {
    const [, setLoaded] = useState(false)
    const part = code.part()
    const opening = openingOf(props)
    if (part !== null)
      return guarded(createElement(part, props), (reset) => createElement(Failed, { name, reset, opening }))
    if (opening.isOpen === false) return null
    return createElement(Waiting, { name, load: code.load, onLoaded: () => setLoaded(true), opening })
  }
}
