/// <reference types="vite/client" />
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createAppRouter } from '../../../renderer/app/router.tsx'
import { pendingWords } from '../../../renderer/components/PendingMark.tsx'
import { kindNames } from '../../../renderer/features/changes/change-words.ts'
import { anchorOf, topics } from '../../../renderer/features/help/manual.ts'
import { addressOfScreen, parseManualLink } from '../../../renderer/features/help/manual-links.ts'
import { parsePlace, topicOfScreen, topicsOfScreens } from '../../../renderer/features/help/topic-of-screen.ts'
import { connectionState } from '../../../renderer/features/start/connection-state.ts'
import { operation } from '../../../shared/domain/operation.ts'
import { sayGrace, sayState } from '../../../shared/domain/operation-words.ts'

const folder = 'docs/manual'
const names = readdirSync(folder).filter((name) => name.endsWith('.md'))
const texts = names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const everything = texts.map(({ text }) => text).join('\n')
const pictures = readdirSync(join(folder, 'pictures'))
const id = '0123456789abcdef0123456789abcdef'

const linksOf = (text: string) => [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)]*)\)/g)].map(([, address = '']) => address)
const isPlace = ({ topic, anchor }: { topic: string; anchor: string }) => {
  const found = topics.get(topic)
  return found !== undefined && (anchor === '' || found.parts.some((part) => part.anchor === anchor))
}

/** All text of the screens' sources, in which every word that the manual quotes must occur. */
const sources = ['renderer', 'shared'].flatMap((side) =>
  readdirSync(side, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|json)$/.test(name))
    .map((name) => readFileSync(join(side, name), 'utf8').replace(/\s+/g, ' ')),
)

describe('the manual', () => {
  it('is part of the build, each topic with a title', () => {
    expect([...topics.keys()].map((name) => `${name}.md`).toSorted()).toEqual(names.toSorted())
    for (const { title, text } of topics.values()) {
      expect(title).not.toBe('')
      expect(text).not.toMatch(/^# /m)
    }
  })

  it('lists every topic in its contents once', () => {
    const listed = linksOf(topics.get('README')?.text ?? '').filter((address) => address.endsWith('.md'))
    expect(listed.toSorted()).toEqual(names.filter((name) => name !== 'README.md').toSorted())
    for (const [, label = '', name = ''] of everything.matchAll(/^(?:\d+\.|-) \[([^\]]+)\]\((\w+)\.md\)$/gm))
      expect(label).toBe(topics.get(name)?.title)
    expect(topics.get('README')?.text.match(/^\d+\. /gm)).toHaveLength(10)
  })

  it.each(texts)('has no link in $name that leads nowhere', ({ name, text }) => {
    const router = createAppRouter()
    const broken = linksOf(text).filter((address) => {
      const link = parseManualLink(address, name.replace('.md', ''))
      if (link?.kind === 'place') return !isPlace(link.place)
      if (link?.kind !== 'screen') return link === null
      const [path = ''] = addressOfScreen(link.screen, id).split('#')
      const [, , route] = [...router.getMatchedRoutes(path)]
      return route === undefined || topicOfScreen(path).topic === 'README'
    })
    expect(broken).toEqual([])
  })

  it('shows every picture, each with a text for those who do not see it, in less than 2 MB', () => {
    const used = [...everything.matchAll(/!\[([^\]]*)\]\(pictures\/([^)]*)\)/g)]
    expect(used.map(([, , file]) => file).toSorted()).toEqual(pictures.toSorted())
    for (const [, alt = ''] of used) expect(alt.length).toBeGreaterThan(30)
    const bytes = pictures.reduce((sum, file) => sum + statSync(join(folder, 'pictures', file)).size, 0)
    expect(bytes).toBeLessThan(2_000_000)
  })

  it('has a picture in each of the ten tasks', () => {
    const tasks = linksOf(topics.get('README')?.text ?? '').slice(0, 10)
    for (const task of tasks) expect(topics.get(parsePlace(task.replace('.md', '')).topic)?.text).toMatch(/^!\[/m)
  })

  it('quotes in bold only what the screens say', () => {
    const bold = new Set([...everything.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => word))
    bold.delete('bold')
    // Their parts are put together while the app runs.
    for (const word of ['Waiting 8 s', '1 change not sent yet', 'Checked within the last…']) bold.delete(word)
    const unknown = [...bold].filter((word) => !sources.some((source) => source.includes(word)))
    expect(unknown).toEqual([])
  })

  it('needs no network and has no HTML', () => {
    expect(everything).not.toMatch(/\]\((?:https?:|\/\/)/)
    expect(everything).not.toMatch(/<[a-z/!]/i)
  })
})

describe('the topic of a screen', () => {
  it('is known for every address of the app, and exists', () => {
    const addresses = Object.keys(createAppRouter().routesByPath).map((path) => path.replace(/(.)\/$/, '$1'))
    expect(Object.keys(topicsOfScreens).toSorted()).toEqual([...new Set(addresses)].toSorted())
    const missing = Object.values(topicsOfScreens).filter((place) => !isPlace(parsePlace(place)))
    expect(missing).toEqual([])
  })

  it.each([
    ['/', 'connect'],
    ['/settings', 'computer'],
    [`/c/${id}`, 'today'],
    [`/c/${id}/households/new`, 'edit'],
    [`/c/${id}/households/hh-1`, 'meeting'],
    [`/c/${id}/outbox/op-1`, 'conflict'],
    ['/no/such/screen', 'README'],
  ])('at %s is %s', (path, topic) => {
    expect(topicOfScreen(path).topic).toBe(topic)
  })
})

/** The texts of the elements in a part of a source file. */
const textsIn = (path: string, from: string, to: string) => {
  const source = readFileSync(path, 'utf8')
  const part = source.slice(source.indexOf(from), source.indexOf(to, source.indexOf(from)))
  return [...part.matchAll(/(?<=[>'])[^<>{}'\n]*[A-Z][^<>{}'\n]+(?=\s*[<'])/g)].map(([text]) => text.trim())
}

describe('the topic about states', () => {
  const states = topics.get('states')?.text ?? ''
  const has = (word: string) => states.includes(`**${word}**`)

  it('explains every state of a change', () => {
    const questions = [null, ...operation.shape.question.unwrap().shape.kind.options].map(
      (kind) => kind && { kind, candidates: [], fields: [], theirs: null },
    )
    const files = [undefined, { whole_sent: false }, { whole_sent: true }]
    const problem = { code: 'files/missing', message: '', nextStep: '', status: null, detail: null }
    const said = new Set<string>([sayGrace(8)])
    for (const state of operation.shape.state.options)
      for (const question of questions)
        for (const paused of [false, true])
          for (const attempts of [0, 1])
            for (const file of files)
              said.add(sayState({ state, question, paused, attempts, problem, file } as Parameters<typeof sayState>[0]))
    expect([...said].filter((word) => !has(word))).toEqual([])
    expect(said.size).toBeGreaterThan(15)
  })

  it('explains every state of a record, of a connection and of what was seen', () => {
    const marks = (['created', 'changed', 'deleted'] as const).map((mark) => pendingWords(mark, false))
    const connections = (['open', 'failed', 'closed'] as const).flatMap((cache) =>
      (['signed-in', 'signed-out', 'sign-in-needed'] as const).map((session) => connectionState({ cache, session })),
    )
    const all = [...marks, ...connections, ...Object.values(kindNames)]
    expect(all.filter((word) => !has(word))).toEqual([])
  })

  it('explains every headline of the sync, and the words for freshness', () => {
    const headlines = textsIn('renderer/features/sync/SyncPanel.tsx', 'function Headline', 'function Action')
    const found = headlines.filter((word) => /^[A-Z]/.test(word))
    expect(found).toEqual(expect.arrayContaining(['Offline', 'Syncing…', 'Not up to date', 'Stopped', 'Up to date']))
    const fresh = textsIn(
      'renderer/components/sync-state.tsx',
      'export function OfflineMark',
      '/** When the service last confirmed this',
    )
    expect([...found, ...fresh].filter((word) => !has(word))).toEqual([])
    expect(fresh).toEqual(expect.arrayContaining(['Offline copy', 'Not fully checked yet']))
  })

  it('explains every state of a pinned household', () => {
    const source = readFileSync('renderer/features/travel/verdict-words.ts', 'utf8')
    const words = ['Ready', 'Downloading', 'Checking', 'Not checked yet', 'Does not fit', 'Incomplete']
    for (const word of words) {
      expect(source).toContain(word)
      expect(states).toContain(`**${word}`)
    }
    expect(source.match(/verdict === '[\w-]+'/g)).toHaveLength(4)
  })
})

describe('the anchor of a heading', () => {
  it.each([
    ['Files to upload', 'files-to-upload'],
    ['It may have been received', 'it-may-have-been-received'],
    ['A, b & c', 'a-b--c'],
  ])('%s is %s, as on GitHub', (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor)
  })
})
