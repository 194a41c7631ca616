import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { PlainToasts } from '../../renderer/app/PlainToasts.tsx'
import { Toasts } from '../../renderer/app/Toasts.tsx'
import { CopyButton } from '../../renderer/components/CopyButton.tsx'
import { OverflowItems } from '../../renderer/components/OverflowItems.tsx'
import { lazyPopup, type Popup, usePopup } from '../../renderer/components/popups/use-popup.ts'
import { lazyDialog, lazyPart } from '../../renderer/lib/lazy-part.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

type ItemsProps = { popup: Popup; label: string; actions: [{ label: string; onRun: () => void }] }

/** Code that arrives, or does not, when the test says so. */
function createRequest<Props extends object>(part: ComponentType<Props>) {
  const waiting: PromiseWithResolvers<ComponentType<Props>>[] = []
  return {
    request: () => {
      const next = Promise.withResolvers<ComponentType<Props>>()
      waiting.push(next)
      return next.promise
    },
    count: () => waiting.length,
    arrive: () => waiting.at(-1)?.resolve(part),
    fail: (file = '') => waiting.at(-1)?.reject(new TypeError(`Failed to fetch dynamically imported module: ${file}`)),
  }
}

/** Two buttons with menus. The keys that reach the screen are noted. */
function open() {
  const first = createRequest<ItemsProps>(OverflowItems)
  const second = createRequest<ItemsProps>(OverflowItems)
  const Items = {
    Views: lazyPopup('The menu of views', first.request),
    Columns: lazyPopup('The columns', second.request),
  }
  const seen = { keys: [] as string[], ran: [] as string[] }
  function Opener({ name }: { name: keyof typeof Items }) {
    const [opened, onOpened] = useState(false)
    const { button, popup } = usePopup('menu', { opened, onOpened })
    const Part = Items[name]
    return (
      <>
        <Button {...button}>{name}</Button>
        {popup ? (
          <Part popup={popup} label={name} actions={[{ label: `In ${name}`, onRun: () => seen.ran.push(name) }]} />
        ) : null}
      </>
    )
  }
  const note = ({ key }: KeyboardEvent) => seen.keys.push(key)
  window.addEventListener('keydown', note)
  onTestFinished(() => window.removeEventListener('keydown', note))
  const app = renderInApp(() => (
    <>
      <Opener name="Views" />
      <Opener name="Columns" />
    </>
  ))
  return { ...app, first, second, seen, button: (name: string) => screen.findByRole('button', { name }) }
}

afterEach(() => {
  notifications.clean()
  notifications.cleanQueue()
})

/** Lets what was settled reach the page. */
const settle = () => waitFor(() => new Promise((resolve) => setTimeout(resolve)))

describe('a menu whose code is not loaded yet', () => {
  it('keeps its button busy, ignores a second press, and opens once the code is there', async () => {
    const { user, first, button } = open()
    const views = await button('Views')
    await user.click(views)
    await waitFor(() => expect(views).toHaveAttribute('aria-busy', 'true'))
    expect(views).toHaveAttribute('aria-expanded', 'false')
    await user.click(views)
    await user.keyboard('{Enter} ')
    expect(views).toHaveAttribute('aria-busy', 'true')
    first.arrive()
    expect(await screen.findByRole('menuitem', { name: 'In Views' })).toBeVisible()
    expect(first.count()).toBe(1)
    expect(views).not.toHaveAttribute('aria-busy')
    expect(views).toHaveAttribute('aria-expanded', 'true')
  })

  it('keeps the keys from the screen behind, and is cancelled by Escape', async () => {
    const { user, first, seen, button } = open()
    const views = await button('Views')
    await user.click(views)
    await user.keyboard('{ArrowDown}x{Enter}{Escape}')
    expect(seen.keys).toEqual([])
    await waitFor(() => expect(views).not.toHaveAttribute('aria-busy'))
    first.arrive()
    await settle()
    expect(screen.queryByRole('menuitem')).toBeNull()
    expect(views).toHaveFocus()
    await user.keyboard('x')
    expect(seen.keys).toEqual(['x'])
  })

  it('is cancelled by a press on another button, so that only one opens', async () => {
    const { user, first, second, button } = open()
    await user.click(await button('Views'))
    await user.click(await button('Columns'))
    first.arrive()
    second.arrive()
    expect(await screen.findByRole('menuitem', { name: 'In Columns' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'In Views' })).toBeNull()
  })

  it('says so if the code cannot be loaded, keeps the focus, and requests it again at the next press', async () => {
    const { user, first, button } = open()
    const views = await button('Views')
    await user.click(views)
    first.fail()
    expect(await screen.findByRole('alert')).toHaveTextContent('The menu of views could not be loaded. Try again.')
    expect(views).toHaveFocus()
    expect(views).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(first.count()).toBe(2))
    first.arrive()
    expect(await screen.findByRole('menuitem', { name: 'In Views' })).toBeVisible()
  })
})

describe('a part of a screen whose code cannot be loaded', () => {
  it('is replaced alone, and loaded on request', async () => {
    const { request, arrive, fail } = createRequest(() => <p>The part</p>)
    const Part = lazyPart(request, {
      failed: (retry) => (
        <button type="button" disabled={retry === null} onClick={() => retry?.()}>
          {words.tryAgain}
        </button>
      ),
    })
    const { user } = renderInApp(() => (
      <>
        <p>The rest</p>
        <Part />
      </>
    ))
    await screen.findByText('The rest')
    fail()
    const again = await screen.findByRole('button', { name: words.tryAgain })
    expect(screen.getByText('The rest')).toBeVisible()
    await user.click(again)
    expect(again).toBeDisabled()
    arrive()
    expect(await screen.findByText('The part')).toBeVisible()
  })
})

describe('code that the browser remembers as missing', () => {
  const file = 'http://127.0.0.1/assets/Part-1.js'

  /** A part that has failed twice, beside a field with a text. The file is served again, or not. */
  async function failTwice(isServed: boolean) {
    vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(null, { status: isServed ? 200 : 404 }))
    onTestFinished(() => void vi.restoreAllMocks())
    const { request, fail, count } = createRequest(() => <p>The part</p>)
    const Part = lazyPart(request, {
      failed: (retry) => (
        <button type="button" disabled={retry === null} onClick={() => retry?.()}>
          {words.tryAgain}
        </button>
      ),
    })
    const { user } = renderInApp(() => (
      <>
        <input aria-label="Import" />
        <Part />
      </>
    ))
    await user.type(await screen.findByRole('textbox', { name: 'Import' }), 'families.csv')
    fail(file)
    await user.click(await screen.findByRole('button', { name: words.tryAgain }))
    expect(count()).toBe(2)
    fail(file)
    await waitFor(() => expect(screen.getByRole('button', { name: words.tryAgain })).toBeEnabled())
    return { user }
  }

  it('asks before it loads the window again, which would lose what is under way', async () => {
    await failTwice(true)
    const toast = await screen.findByRole('alert')
    expect(toast).toHaveTextContent('Part of Steward could not be loaded')
    expect(toast).toHaveTextContent('a started import and chosen files are not')
    expect(within(toast).getByRole('button', { name: 'Reload' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Import' })).toHaveValue('families.csv')
  })

  it('does not ask while the file is missing, when loading again would not help', async () => {
    await failTwice(false)
    await settle()
    expect(screen.queryByText('Part of Steward could not be loaded')).toBeNull()
  })
})

describe('what fails to render', () => {
  // React reports what it caught.
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    return () => vi.restoreAllMocks()
  })

  it('is closed if it is a dialog, which is said; the screen stays, and the dialog opens at the next press', async () => {
    let isBroken = true
    const Dialog = lazyDialog(
      'The meeting pack',
      async () =>
        function Pack({ onClose }: { onClose: () => void }) {
          if (isBroken) throw new TypeError('The dialog is broken.')
          return (
            <dialog open aria-label="Meeting pack">
              <button type="button" onClick={onClose}>
                {words.cancel}
              </button>
            </dialog>
          )
        },
      ({ onClose }) => ({ cancel: onClose }),
    )
    const { user } = renderInApp(function Screen() {
      const [opened, setOpened] = useState(false)
      return (
        <>
          <Button onClick={() => setOpened(true)}>Meeting pack…</Button>
          {opened ? <Dialog onClose={() => setOpened(false)} /> : null}
        </>
      )
    })
    const opener = await screen.findByRole('button', { name: 'Meeting pack…' })
    await user.click(opener)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The meeting pack could not be shown: something went wrong inside Steward. Try again; if it happens again',
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    isBroken = false
    await user.click(opener)
    expect(await screen.findByRole('dialog', { name: 'Meeting pack' })).toBeVisible()
  })

  it('is one toast alone: the others are shown plainly, and the screen stays usable', async () => {
    const Late = lazyPart(async () => Toasts, { failed: (retry) => <PlainToasts retry={retry} /> })
    function Broken(): never {
      throw new TypeError('The message is broken.')
    }
    const pressed = vi.fn()
    const { user } = renderInApp(
      () => (
        <>
          <Button onClick={pressed}>Beside</Button>
          <section aria-label="Corner">
            <Late />
          </section>
        </>
      ),
      { toasts: false },
    )
    const corner = within(await screen.findByRole('region', { name: 'Corner' }))
    act(() => {
      notifications.show({ message: <Broken />, autoClose: false })
      notifications.show({ message: 'Saved', autoClose: false })
    })
    expect(await corner.findByText('This message could not be shown.')).toBeVisible()
    expect(corner.getByText('Saved')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Beside' }))
    expect(pressed).toHaveBeenCalledOnce()
    for (const close of corner.getAllByRole('button', { name: 'Close' })) await user.click(close)
    await waitFor(() => expect(corner.queryByRole('alert')).toBeNull())
  })
})

describe('toasts without their code', () => {
  it('are shown plainly until they are closed, and each new one requests the code again', async () => {
    const retry = vi.fn()
    const { user } = renderInApp(() => (
      <section aria-label="Plain">
        <PlainToasts retry={retry} />
      </section>
    ))
    const plain = within(await screen.findByRole('region', { name: 'Plain' }))
    notifications.show({ title: 'Not saved', message: 'Save it again.', color: 'red', autoClose: false })
    expect(await plain.findByRole('alert')).toHaveTextContent('Not savedSave it again.')
    expect(plain.getByRole('alert')).toHaveAttribute('data-color', 'red')
    expect(retry).toHaveBeenCalledTimes(1)
    notifications.show({ message: 'Another', autoClose: false })
    await waitFor(() => expect(plain.getAllByRole('alert')).toHaveLength(2))
    expect(retry).toHaveBeenCalledTimes(2)
    for (const close of plain.getAllByRole('button')) await user.click(close)
    await waitFor(() => expect(plain.queryByRole('alert')).toBeNull())
  })
})

describe('a button with a tooltip', () => {
  it('stays the same element when the tooltip arrives', async () => {
    renderInApp(() => <CopyButton text="a" label="Copy the ID" />)
    const button = await screen.findByRole('button', { name: 'Copy the ID' })
    fireEvent.mouseEnter(button)
    await vi.dynamicImportSettled()
    await settle()
    expect(screen.getByRole('button', { name: 'Copy the ID' })).toBe(button)
    fireEvent.mouseEnter(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Copy the ID')
  })
})
