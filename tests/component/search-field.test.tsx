import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SearchField } from '../../renderer/components/SearchField.tsx'
import { renderInApp } from './support/render-in-app.tsx'

/** A list that is slow to follow: `follow` gives the field the oldest text that was asked for, `show` another one. */
function open() {
  const asked: string[] = []
  let setText: (text: string) => void = () => {}
  function List() {
    const [text, set] = useState('')
    setText = set
    return <SearchField label="Search people" text={text} onSearch={(next) => asked.push(next)} />
  }
  const { user, go, path } = renderInApp(List, { answers: {} })
  return { user, go, path, asked, show: (text: string) => setText(text) }
}

afterEach(() => vi.useRealTimers())

const field = () => screen.findByRole('searchbox', { name: 'Search people' })

describe('the search field of a list', () => {
  it('keeps what is typed while a slow list follows what was typed before', async () => {
    const { user, asked, show } = open()
    await user.type(await field(), 'successor t')
    await waitFor(() => expect(asked).toEqual(['successor t']))
    await user.type(await field(), 'rus')
    act(() => show('successor t'))
    await waitFor(() => expect(asked).toEqual(['successor t', 'successor trus']))
    await user.type(await field(), 'tee')
    expect(await field()).toHaveValue('successor trustee')
    act(() => show('successor trus'))
    await waitFor(() => expect(asked.at(-1)).toBe('successor trustee'))
    expect(await field()).toHaveValue('successor trustee')
  })

  it('keeps a space at the end while it is typed', async () => {
    const { user, asked, show } = open()
    await user.type(await field(), 'rose ')
    await waitFor(() => expect(asked).toEqual(['rose']))
    act(() => show('rose'))
    await user.type(await field(), 'garden')
    expect(await field()).toHaveValue('rose garden')
  })

  it('searches the first whole words of a long text that was pasted, keeps all of it and says so', async () => {
    const { user, asked, show } = open()
    const words = 'successor '.repeat(19)
    await user.click(await field())
    await user.paste(`${words}trustees of it`)
    await waitFor(() => expect(asked).toEqual([`${words}trustees`]))
    act(() => show(`${words}trustees`))
    expect(await field()).toHaveValue(`${words}trustees of it`)
    expect(screen.getByRole('status')).toHaveTextContent('Only the first words, up to 200 characters, are searched.')
    await user.clear(await field())
    await user.paste(`${'x'.repeat(199)}😀`)
    await waitFor(() => expect(asked.at(-1)).toBe('x'.repeat(199)))
    expect(screen.getByRole('status')).toHaveTextContent('Only the first 200 characters are searched.')
    await user.clear(await field())
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('shows the text that Back or a view sets', async () => {
    const { user, asked, show } = open()
    await user.type(await field(), 'rose')
    await waitFor(() => expect(asked).toEqual(['rose']))
    act(() => show('rose'))
    act(() => show(''))
    await waitFor(async () => expect(await field()).toHaveValue(''))
    act(() => show('oak'))
    await waitFor(async () => expect(await field()).toHaveValue('oak'))
  })

  it('does not search, which would lead back, once the user is on the way to another screen', async () => {
    const { asked, go, path } = open()
    const input = await field()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(input, { target: { value: 'rose' } })
    act(() => void go('loading'))
    act(() => void vi.advanceTimersByTime(1000))
    expect(path()).toBe('loading')
    expect(input).toBeVisible()
    expect(asked).toEqual([])
  })
})
