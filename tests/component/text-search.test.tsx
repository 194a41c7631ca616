import { screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { coverageWords } from '../../renderer/features/texts/coverage-words.ts'
import { TextSearchPage } from '../../renderer/features/texts/TextSearchPage.tsx'
import { findCommand } from '../../renderer/lib/commands/offers.ts'
import type { TextCoverage, TextHit } from '../../shared/ipc/texts.ts'
import type { Answers } from './support/client-double.ts'
import { stubIntersections } from './support/intersections.ts'
import { renderInApp } from './support/render-in-app.tsx'

beforeAll(stubIntersections)

const coverage = (more: Partial<TextCoverage> = {}): TextCoverage => ({
  ...{ documents: 1310, searchable: 1204, partial: 0, scans: 12, protected: 0, unreadable: 3, no_text_kind: 0 },
  ...{ not_here: 91, left_out: 0, waiting: 0, is_working: false, is_paused: false, scope: 'here', space_mb: 2000 },
  ...{ keeps_text: false, may_keep_text: true, not_fitting: 0, problem: null, bytes: 1 },
  ...{ scans_read: 0, scans_left: 0, scan_state: 'done' },
  ...more,
})

const hit = (id: string, more: Partial<TextHit> = {}): TextHit => ({
  ...{ document_id: id, name: `Document ${id}`, document_type: 'WILL', household: { id: 'hh-1', name: 'Okafor' } },
  ...{ owner: null, page_count: 9, page: 4, further: 0, is_here: true, is_changed: false, year: 2025 },
  ...{ excerpt: 'the health care proxy', excerpt_matches: [[4, 15]], scan: null },
  ...more,
})

type Search = NonNullable<NonNullable<Answers['texts']>['search']>
const draw = (
  search: Search,
  query = '?q=health%20care',
  {
    forbidden = {},
    narrowed = {},
  }: { forbidden?: Record<string, 'no_document_text'>; narrowed?: Partial<TextCoverage> } = {},
) =>
  renderInApp(() => <TextSearchPage />, {
    at: 'documents/search',
    query,
    answers: {
      policy: { get: () => ({ policy: {}, problems: [], source: null, forbidden }) },
      texts: {
        search,
        coverage: ({ filters }) => coverage(filters === undefined ? {} : narrowed),
        pages: () => ({
          pages: [4, 7].map((page) => ({ page, excerpt: 'the proxy', excerpt_matches: [], scan: null })),
        }),
      },
      households: { list: () => ({ rows: [], total: 0, note: null }) as never },
      users: { list: () => ({ rows: [], total: 0, note: null }) as never },
      places: { me: () => ({ user_id: null, proposed: null }) },
    },
  })

const found = (hits: TextHit[], more: { corrected?: string } = {}) => ({
  ...{ hits, total_documents: hits.length, is_more: false, corrected: more.corrected ?? null },
})

describe('search in documents', () => {
  it('shows each document with its best page, and leads to that page with the words', async () => {
    draw(() => found([hit('a')]))
    const link = await screen.findByRole('link', { name: 'Document a' })
    expect(link).toHaveAttribute('href', expect.stringMatching(/documents\/a\?page=4&find=health\+care$/))
    const line = link.closest('li') as HTMLElement
    expect(line).toHaveTextContent('Will · Okafor · 2025')
    expect(line).toHaveTextContent('Page 4 of 9')
    expect(line.querySelector('mark')).toHaveTextContent('health care')
  })

  it('says that the text of a hit was read from a scan', async () => {
    draw(() => found([hit('a', { scan: 'read' }), hit('b', { scan: 'unsure' }), hit('c')]))
    const lines = (await screen.findAllByRole('link', { name: /^Document/ })).map((link) => link.closest('li'))
    expect(lines[0]).toHaveTextContent('Read from a scan; words may be wrong.')
    expect(lines[1]).toHaveTextContent('many words may be wrong')
    expect(lines[2]).not.toHaveTextContent('scan')
  })

  it('says of a hit that its document changed at the service since its text was read', async () => {
    draw(() => found([hit('a', { is_here: false, is_changed: true }), hit('b')]))
    const lines = (await screen.findAllByRole('link', { name: /^Document/ })).map((link) => link.closest('li'))
    expect(lines[0]).toHaveTextContent('text only, the file is not on this computer · changed at the service since')
    expect(lines[1]).not.toHaveTextContent('changed at the service')
  })

  it('opens the other pages of a document', async () => {
    const { user } = draw(() => found([hit('a', { further: 1 })]))
    await user.click(await screen.findByRole('button', { name: '1 other page of this document' }))
    const link = await screen.findByRole('link', { name: /^Page 7/ })
    expect(link).toHaveAttribute('href', expect.stringContaining('page=7'))
  })

  it('says what it searched for instead, and marks those words', async () => {
    draw(() => found([hit('a')], { corrected: 'health care' }), '?q=healht%20care')
    expect(
      await screen.findByText('Nothing found for “healht care”. Searched for “health care” instead.'),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Document a' })).toHaveAttribute(
      'href',
      expect.stringContaining('find=health+care'),
    )
  })

  it('does not say that the next words were not found while their answer is on its way', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof found>>()
    const asked: string[] = []
    const { user } = draw(({ text }) => {
      asked.push(text)
      return text === 'wills' ? answer.promise : found([hit('a')], { corrected: 'health care' })
    }, '?q=healht%20care')
    await screen.findByText(/^Nothing found/)
    const field = screen.getByRole('searchbox')
    await user.clear(field)
    await user.type(field, 'wills')
    await waitFor(() => expect(asked.at(-1)).toBe('wills'))
    expect(screen.getByText('Nothing found for “healht care”. Searched for “health care” instead.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Document a' })).toHaveAttribute(
      'href',
      expect.stringContaining('find=health+care'),
    )
    answer.resolve(found([hit('b')]))
    expect(await screen.findByRole('link', { name: 'Document b' })).toHaveAttribute(
      'href',
      expect.stringContaining('find=wills'),
    )
    expect(screen.queryByText(/^Nothing found/)).toBeNull()
  })

  it('says that a text of punctuation has nothing to search for', async () => {
    draw(() => found([hit('a')]), `?q=${encodeURIComponent('— … §')}`)
    expect(await screen.findByText('Nothing to search for')).toBeVisible()
    expect(screen.getByText(/^“— … §” is only punctuation, which is not searched\./)).toBeVisible()
  })

  it('moves through the documents found by J and K', async () => {
    draw(() => found([hit('a'), hit('b')]))
    await screen.findByRole('link', { name: 'Document a' })
    findCommand('texts.next')?.run()
    expect(screen.getByRole('link', { name: 'Document a' })).toHaveFocus()
    findCommand('texts.next')?.run()
    expect(screen.getByRole('link', { name: 'Document b' })).toHaveFocus()
    findCommand('texts.previous')?.run()
    expect(screen.getByRole('link', { name: 'Document a' })).toHaveFocus()
  })

  it('says how many files were not searched when nothing is found, and leads to them', async () => {
    draw(() => found([]))
    expect(await screen.findByText('106 files were not searched. It may be in one of them.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See what was not searched' })).toHaveAttribute(
      'href',
      expect.stringMatching(/documents\/not-searched$/),
    )
  })

  it.each([
    [{ documents: 9, searchable: 6 }, '3 files with these filters were not searched. It may be in one of them.'],
    [{ documents: 9, searchable: 9 }, /^All files with these filters were searched\./],
    [{ documents: 9, searchable: 9, partial: 1 }, 'Parts of 1 file with these filters were not searched.'],
    [{ documents: 2, searchable: 0 }, 'No file with these filters can be searched yet.'],
    [{ documents: 0, searchable: 0 }, 'There is no document with these filters.'],
  ])('says of the filtered documents alone how many were not searched: %j', async (narrowed, words) => {
    draw(() => found([]), '?q=health&type=WILL', { narrowed })
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByText('No matches with these filters')).toBeVisible()
  })

  it('keeps the filters in the address, and takes numbers as words', async () => {
    const asked: unknown[] = []
    draw((input) => {
      asked.push([input.text, input.filters])
      return found([])
    }, '?q=2019&type=WILL&year=2020&household=hh-1')
    await waitFor(() =>
      expect(asked.at(-1)).toEqual(['2019', { household_id: 'hh-1', document_type: 'WILL', year: 2020 }]),
    )
  })

  it('says that the firm forbids it', async () => {
    draw(() => found([]), '?q=health', { forbidden: { 'texts.search': 'no_document_text' } })
    await screen.findByText('Documents cannot be searched')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

describe('the coverage in words', () => {
  it.each([
    [{}, '1,204 of 1,310 files searchable, 12 scans, 3 unreadable, 91 not on this computer'],
    [{ documents: 1, searchable: 1, scans: 0, unreadable: 0, not_here: 0 }, '1 of 1 file searchable'],
    [{ documents: 0, searchable: 0 }, 'No documents'],
    [
      { scans: 1, unreadable: 0, not_here: 0, waiting: 2, partial: 4, protected: 1 },
      '1,204 of 1,310 files searchable, 2 waiting to be read, 4 in part, 1 scan, 1 password-protected',
    ],
  ])('of %j is %s', (more, words) => {
    expect(coverageWords(coverage(more))).toBe(words)
  })
})
