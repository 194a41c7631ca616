import { Button } from '@mantine/core'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FormDialog } from '../../renderer/components/FormDialog.tsx'
import { useEditing } from '../../renderer/components/forms/drafts.ts'
import { toastUndo } from '../../renderer/components/undo/toast-undo.tsx'
import { HouseholdForm } from '../../renderer/features/households/HouseholdForm.tsx'
import { recordSamples } from '../doubles/samples/records.ts'
import type { Answers } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

const [, detail] = recordSamples.households.get
const household = { ...detail.record, notes: 'Met in May.' }
const answers = {
  users: { list: () => ({ rows: [], total: 0, offset: 0 }) },
  outbox: { save: () => ({ operation_id: 'op-1', record_id: 'hh-1', undo: null }) },
} as Answers

function Household() {
  const editing = useEditing('households', household)
  return (
    <main>
      <h1>Okafor</h1>
      {editing.base ? (
        <HouseholdForm detail={{ ...detail, record: household }} editing={editing} />
      ) : (
        <button type="button" onClick={editing.begin}>
          {words.edit}
        </button>
      )}
    </main>
  )
}

const button = (name: string) => screen.findByRole('button', { name })
const focused = async (element: HTMLElement | Promise<HTMLElement>) => {
  const wanted = await element
  await waitFor(() => expect(wanted).toHaveFocus())
}
const heading = () => screen.findByRole('heading', { level: 1 })

describe('the focus', () => {
  it('is looked after in what is around the focused element alone, not in the whole page', async () => {
    const observe = vi.spyOn(MutationObserver.prototype, 'observe')
    onTestFinished(() => observe.mockRestore())
    renderInApp(() => (
      <main>
        <h1>Okafor</h1>
        <section>
          <button type="button">Here</button>
        </section>
        <ul aria-label="Elsewhere" />
      </main>
    ))
    const here = await button('Here')
    observe.mockClear()
    act(() => here.focus())
    const watched = observe.mock.calls
    expect(watched.map(([element]) => element)).toEqual(
      expect.arrayContaining([here, here.closest('section'), here.closest('main'), document.body]),
    )
    expect(watched.some(([element]) => element === screen.getByRole('list'))).toBe(false)
    expect(watched.some(([, options]) => options?.subtree)).toBe(false)
  })

  it('goes to the heading of a screen that is drawn again as a whole, and to the same control once it is there', async () => {
    let show: (part: 'all' | 'none' | 'heading') => void = () => undefined
    function Screen() {
      const [shown, setShown] = useState<'all' | 'none' | 'heading'>('all')
      show = setShown
      if (shown === 'none') return null
      return (
        <main>
          <h1>Okafor</h1>
          {shown === 'all' ? <button type="button">Add a role…</button> : null}
        </main>
      )
    }
    const { user } = renderInApp(Screen)
    ;(await button('Add a role…')).focus()
    act(() => show('none'))
    await waitFor(() => expect(document.body).toHaveFocus())
    act(() => show('heading'))
    await focused(heading())
    act(() => show('all'))
    await focused(button('Add a role…'))
    act(() => show('none'))
    act(() => show('heading'))
    await focused(heading())
    await user.keyboard('{Shift}')
    act(() => show('all'))
    await button('Add a role…')
    await focused(heading())
  })

  it('returns to Edit when the form is saved or left', async () => {
    const { user } = renderInApp(Household, { at: 'households/hh-1', answers })
    await user.click(await button(words.edit))
    await user.type(await screen.findByRole('textbox', { name: words.notes }), '!')
    await user.click(await button(words.save))
    await focused(button(words.edit))
    await user.keyboard('{Enter}')
    await screen.findByRole('form')
    await user.keyboard('{Escape}')
    await focused(button(words.edit))
    await user.keyboard('{Enter}')
    await user.type(await screen.findByRole('textbox', { name: words.notes }), '!{Escape}')
    const asked = await screen.findByRole('dialog')
    await user.click(within(asked).getByRole('button', { name: words.discard }))
    await focused(button(words.edit))
  })

  it('goes from the last button of a line to the next line, and at last to the heading', async () => {
    function Lines() {
      const [lines, setLines] = useState(['Ada', 'Ben'])
      return (
        <main>
          <h1>Lines</h1>
          <ul>
            {lines.map((name) => (
              <li key={name}>
                <a href="#top">{name}</a>
                <button type="button" onClick={() => setLines(lines.filter((other) => other !== name))}>
                  Confirm {name}
                </button>
              </li>
            ))}
          </ul>
        </main>
      )
    }
    const { user } = renderInApp(Lines)
    await user.click(await button('Confirm Ada'))
    await focused(screen.findByRole('link', { name: 'Ben' }))
    await user.click(await button('Confirm Ben'))
    await focused(heading())
  })

  it('returns from a toast whose Undo was pressed to where it was, or to the heading if it was nowhere', async () => {
    const { user } = renderInApp(() => (
      <main>
        <h1>Okafor</h1>
        <Button onClick={() => toastUndo('one', { title: 'Removed' }, () => {})}>Remove</Button>
      </main>
    ))
    await user.click(await button('Remove'))
    await user.click(await button('Undo'))
    await focused(button('Remove'))
    await user.click(await button('Remove'))
    await user.click(document.body)
    expect(document.body).toHaveFocus()
    await user.click(await button('Undo'))
    await focused(heading())
  })

  it('returns through a dialog to the button that opened it, also if that was drawn anew', async () => {
    function Opener() {
      const [opened, setOpened] = useState(0)
      return (
        <main>
          <h1>Okafor</h1>
          <div>
            <button key={opened} type="button" onClick={() => setOpened(opened + 1)}>
              Open
            </button>
          </div>
          {opened % 2 === 1 ? (
            <FormDialog
              title="A question"
              onClose={() => setOpened(opened + 1)}
              confirm={{ label: 'Yes', hasFocus: true, onConfirm: () => setOpened(opened + 1) }}
            >
              Sure?
            </FormDialog>
          ) : null}
        </main>
      )
    }
    const { user } = renderInApp(Opener)
    await user.click(await button('Open'))
    await focused(button('Yes'))
    await user.keyboard('{Enter}')
    await focused(button('Open'))
    await user.keyboard('{Enter}')
    await focused(button('Yes'))
    await user.click(await button('Close'))
    await focused(button('Open'))
  })

  it('comes back to a button once its request has ended, and goes to the one beside a button that ends', async () => {
    function Steps() {
      const [state, setState] = useState<'idle' | 'busy' | 'over'>('idle')
      return (
        <main>
          <h1>Steps</h1>
          <p>
            <Button>Previous</Button>
            <Button loading={state === 'busy'} disabled={state === 'over'} onClick={() => setState('busy')}>
              Next
            </Button>
          </p>
          <Button onMouseEnter={() => setState(state === 'busy' ? 'idle' : 'over')}>Elsewhere</Button>
        </main>
      )
    }
    const { user } = renderInApp(Steps)
    const next = await button('Next')
    await user.click(next)
    await waitFor(() => expect(next).toBeDisabled())
    await user.hover(await button('Elsewhere'))
    await focused(next)
    await user.unhover(await button('Elsewhere'))
    await user.hover(await button('Elsewhere'))
    await focused(button('Previous'))
  })

  it('stays away once the user has clicked on an empty area', async () => {
    function Shown() {
      const [isShown, setShown] = useState(true)
      return (
        <main>
          <h1>Okafor</h1>
          {isShown ? <button type="button">Focus me</button> : null}
          <p onMouseEnter={() => setShown(false)}>Hide</p>
        </main>
      )
    }
    const { user } = renderInApp(Shown)
    await user.click(await button('Focus me'))
    await user.click(document.body)
    await waitFor(() => new Promise((resolve) => setTimeout(resolve)))
    await user.hover(screen.getByText('Hide'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Focus me' })).toBeNull())
    await waitFor(() => new Promise((resolve) => setTimeout(resolve)))
    expect(document.body).toHaveFocus()
  })
})
