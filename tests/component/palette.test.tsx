import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Palette } from '../../renderer/features/palette/Palette.tsx'
import { usePalette } from '../../renderer/features/palette/palette-state.ts'
import { findCommand } from '../../renderer/lib/commands/offers.ts'
import { useCommand } from '../../renderer/lib/commands/use-command.ts'
import { commands } from '../../shared/domain/commands.ts'
import { resourceNames } from '../../shared/domain/names.ts'
import type { SearchHit } from '../../shared/ipc/records.ts'
import type { TextHit } from '../../shared/ipc/texts.ts'
import { type Answers, appError } from './support/client-double.ts'
import { renderInApp } from './support/render-in-app.tsx'
import { words } from './support/words.ts'

const hit = (resource: SearchHit['resource'], id: string, title: string): SearchHit => ({
  resource,
  id,
  title,
  title_matches: [[0, 3]],
  subtitle: '',
  snippet: null,
  snippet_matches: [],
  pending: null,
  found_by: 'name',
})

const found = [
  hit('entities', 'en-1', 'Okafor Family Trust'),
  hit('households', 'hh-1', 'Okafor'),
  hit('entities', 'en-2', 'Oklahoma Fund'),
]

const place = { resource: 'households' as const, id: 'hh-9', title: 'Lindqvist' }

afterEach(() => usePalette.setState(usePalette.getInitialState(), true))

const inDocuments: TextHit = {
  ...{ document_id: 'do-1', name: 'Directive', document_type: 'WILL', household: { id: 'hh-1', name: 'Okafor' } },
  ...{ owner: null, page_count: 9, page: 4, further: 0, is_here: true, is_changed: false, year: 2025 },
  ...{ excerpt: 'the health care proxy', excerpt_matches: [[4, 15]], scan: null },
}

async function open(
  search: (text: string) => SearchHit[] | Promise<SearchHit[]> = () => found,
  early = '',
  pages: TextHit[] = [],
) {
  const ran: string[] = []
  function Screen() {
    useCommand('go.outbox', () => ran.push('outbox'))
    useCommand('go.settings', () => ran.push('settings'))
    return (
      <>
        <main id="main" tabIndex={-1}>
          <button type="button">Before</button>
        </main>
        <Palette />
      </>
    )
  }
  const answers = {
    search: { query: async ({ text }: { text: string }) => ({ hits: await search(text) }) },
    places: { recents: () => [place], favourites: () => [] },
    texts: {
      search: () => ({ hits: pages, total_documents: pages.length, is_more: false, corrected: null }),
    },
  } as unknown as Answers
  const app = renderInApp(Screen, { answers })
  ;(await screen.findByRole('button', { name: 'Before' })).focus()
  act(() => findCommand('palette.open')?.run())
  if (early !== '') await app.user.keyboard(early)
  const field = await screen.findByRole('combobox', { name: words.searchEverything })
  await waitFor(() => expect(field).toHaveFocus())
  return { ...app, ran, field }
}

const lines = () => screen.getAllByRole('option').map((line) => line.textContent ?? '')
const active = () => screen.getByRole('option', { selected: true }).textContent
const many = (resource: keyof typeof resourceNames) => resourceNames[resource].many

describe('the palette', () => {
  // First in this file: later the code of the dialog is loaded already.
  it('takes what is typed before its field is there', async () => {
    const { field, user } = await open(() => found, 'okx{ArrowDown}{Backspace}a')
    expect(field).toHaveValue('oka')
    await user.keyboard('for')
    expect(field).toHaveValue('okafor')
  })

  it('shows recent records and the commands of the screen before anything is typed', async () => {
    await open()
    await waitFor(() => expect(lines()[0]).toContain('Lindqvist'))
    const listed = lines().join('\n')
    expect(listed).toContain(commands['go.outbox'].title)
    expect(listed).toContain(commands['go.settings'].title)
    expect(listed).not.toContain(commands['go.back'].title)
  })

  it('puts the kind of the best hit first, and keeps the order of hits within a kind', async () => {
    const { user } = await open()
    await user.keyboard('ok')
    await waitFor(() => expect(screen.getAllByRole('group')[0]).toHaveAccessibleName(many('entities')))
    expect(screen.getAllByRole('group')[1]).toHaveAccessibleName(many('households'))
    const [entities] = screen.getAllByRole('group')
    expect(
      within(entities as HTMLElement)
        .getAllByRole('option')
        .map((line) => line.textContent),
    ).toEqual(['Okafor Family Trust', 'Oklahoma Fund'])
    expect(active()).toBe('Okafor Family Trust')
  })

  it('shows pages of documents below the records, and leads to the page and to all results', async () => {
    const { user, path } = await open(undefined, '', [inDocuments])
    await user.keyboard('health')
    await waitFor(() => expect(screen.getByRole('group', { name: 'In documents' })).toBeInTheDocument())
    expect(active()).toBe('Okafor Family Trust')
    const pages = within(screen.getByRole('group', { name: 'In documents' })).getAllByRole('option')
    expect(pages.map(({ textContent }) => textContent)).toEqual([
      'DirectiveOkafor · Will · Page 4the health care proxy',
      'All results in documents1 document',
    ])
    await user.click(pages[0] as HTMLElement)
    await waitFor(() => expect(path()).toMatch(/^documents\/do-1/))
  })

  it('says that only the first words of a long text are searched', async () => {
    const asked: string[] = []
    const { user } = await open((text) => {
      asked.push(text)
      return []
    })
    const start = 'successor '.repeat(20).trim()
    await user.paste(`${start} trustees`)
    await waitFor(() => expect(asked).toEqual([start]))
    expect(screen.getByText('Only the first words, up to 200 characters, are searched.')).toBeVisible()
  })

  it('says that a text of punctuation has nothing to search for, and does not search in documents', async () => {
    const { user } = await open(() => [])
    await user.keyboard('— … §')
    expect(await screen.findByText('Punctuation is not searched. Type a word or a number.')).toBeVisible()
    expect(screen.queryByText('Nothing found in documents')).toBeNull()
  })

  it('finds a command by the beginnings of its words, and runs it by Enter', async () => {
    const { user, ran } = await open(() => [])
    await user.keyboard('unsent')
    await waitFor(() => expect(lines()).toHaveLength(1))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(ran).toEqual(['outbox']))
    expect(usePalette.getState().opened).toBe(false)
  })

  it('moves by arrows round both ends, and opens the chosen record', async () => {
    const { user, path } = await open()
    await user.keyboard('ok')
    await waitFor(() => expect(active()).toBe('Okafor Family Trust'))
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe('Oklahoma Fund')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(active()).toBe(lines().at(-1))
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(path()).toBe('entities/en-2'))
  })

  it('tells assistive technology which line is active', async () => {
    const { user, field } = await open()
    await user.keyboard('ok')
    await waitFor(() => expect(active()).toBe('Okafor Family Trust'))
    await user.keyboard('{ArrowDown}')
    expect(field).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id)
  })

  it('waits for the results if Enter comes before them', async () => {
    let answer: (hits: SearchHit[]) => void = () => {}
    const { user, path, callsOf } = await open(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    await user.keyboard('ok{Enter}')
    await waitFor(() => expect(callsOf('search.query')).toHaveLength(1))
    expect(path()).toBe('households')
    answer(found)
    await waitFor(() => expect(path()).toBe('entities/en-1'))
  })

  it('keeps the line that is chosen among earlier results, and opens it, when the results of what was typed arrive', async () => {
    let answer: (hits: SearchHit[]) => void = () => {}
    const { user, path, callsOf } = await open((text) =>
      text === 'ok'
        ? found
        : new Promise((resolve) => {
            answer = resolve
          }),
    )
    await user.keyboard('ok')
    await waitFor(() => expect(active()).toBe('Okafor Family Trust'))
    await user.keyboard('a{ArrowDown}')
    expect(active()).toBe('Oklahoma Fund')
    await waitFor(() => expect(callsOf('search.query')).toHaveLength(2))
    act(() => answer([...found, hit('entities', 'en-3', 'Oka Holdings')]))
    await waitFor(() => expect(lines()).toContain('Oka Holdings'))
    expect(active()).toBe('Oklahoma Fund')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe('entities/en-2'))
  })

  it('searches once typing has stopped, not for every letter', async () => {
    const { user, callsOf } = await open()
    await user.keyboard('okafor')
    await waitFor(() => expect(callsOf('search.query').length).toBeGreaterThan(0))
    await waitFor(() => expect(active()).toBe('Okafor Family Trust'))
    expect(callsOf('search.query').at(-1)?.input).toMatchObject({ text: 'okafor' })
    expect(callsOf('search.query').length).toBeLessThan('okafor'.length)
  })

  it('says why a search failed', async () => {
    const { user } = await open(() => {
      throw appError('cache/damaged', 'The offline copy cannot be read.')
    })
    await user.keyboard('ok')
    expect(await screen.findByText('The offline copy cannot be read.')).toBeVisible()
  })

  it('says that recent records could not be read, and reads them again', async () => {
    let fails = true
    const answers = {
      places: {
        recents: () => {
          if (fails) throw appError('cache/damaged', 'The offline copy cannot be read.')
          return [place]
        },
        favourites: () => [],
      },
    } as unknown as Answers
    const { user } = renderInApp(() => <Palette />, { answers })
    await waitFor(() => act(() => (findCommand('palette.open') ?? expect.fail('The palette is not there yet.')).run()))
    expect(await screen.findByRole('alert')).toHaveTextContent('Recent records or favorites could not be read.')
    fails = false
    await user.click(screen.getByRole('button', { name: words.tryAgain }))
    await waitFor(() => expect(lines()[0]).toContain('Lindqvist'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('opens nothing by an Enter that was pressed while a search failed, even once it can be read', async () => {
    const failing = Promise.withResolvers<void>()
    let times = 0
    const { user, path, queries } = await open(async () => {
      times += 1
      if (times > 1) return found
      await failing.promise
      throw appError('cache/damaged', 'The offline copy cannot be read.')
    })
    await user.keyboard('ok')
    await screen.findByText('Searching…')
    await user.keyboard('{Enter}')
    failing.resolve()
    expect(await screen.findByText('The offline copy cannot be read.')).toBeVisible()
    await act(() => queries.invalidateQueries())
    await waitFor(() => expect(lines().join()).toContain('Okafor'))
    expect(path()).toBe('households')
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  it('closes by Escape, and the focus is where it was', async () => {
    const { user } = await open()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus()
  })
})
