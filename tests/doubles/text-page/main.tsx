import { MantineProvider } from '@mantine/core'
import type { ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { LongText } from '../../../renderer/components/LongText.tsx'
import { MarkdownText } from '../../../renderer/components/MarkdownText.tsx'
import { RecordText } from '../../../renderer/components/Values.tsx'
import { Preview } from '../../../renderer/features/files/preview/Preview.tsx'
import type { PreviewKind } from '../../../shared/domain/file-kinds.ts'

// Draws texts and files as the app does, and notes the most elements that were ever in the page.

export type Drawn = {
  /** The most elements that were ever in the page. */
  most: number
  /** The longest time that the page answered nothing, in ms; not asserted, since it depends on the computer. */
  longest: number
  /** Whether nothing is being read or formatted any more. */
  isSettled: boolean
}

let root: Root | undefined
let most = 0
let longest = 0
let shownAt = 0
let next: ReactElement | undefined
const place = () => document.getElementById('root') as HTMLElement
const count = () => {
  most = Math.max(most, place().getElementsByTagName('*').length)
}
new MutationObserver(count).observe(place(), { childList: true, subtree: true })
const noteTasks = (tasks: readonly PerformanceEntry[]) => {
  for (const { duration, startTime } of tasks) if (startTime >= shownAt) longest = Math.max(longest, duration)
}
const tasks = new PerformanceObserver((list) => noteTasks(list.getEntries()))
tasks.observe({ entryTypes: ['longtask'] })

function element(kind: string, text: string) {
  if (kind === 'note') return <LongText text={text} />
  if (kind === 'name') {
    return (
      <h1 title={text}>
        <RecordText>{text}</RecordText>
      </h1>
    )
  }
  if (kind === 'summary') return <MarkdownText text={text} />
  const bytes = new TextEncoder().encode(text)
  return (
    <Preview
      source={{
        key: String(Math.random()),
        name: 'file',
        size: bytes.length,
        mediaType: 'text/plain',
        preview: kind as PreviewKind,
        read: async (offset, length) => bytes.slice(offset, offset + length),
      }}
      otherwise={null}
    />
  )
}

/** Takes a text and removes the one before, which takes time that the app does not need. */
window.put = (kind, text) => {
  root?.unmount()
  next = element(kind, text)
}
/** Draws the text; `drawn` tells what it took so far. */
window.draw = () => {
  most = 0
  longest = 0
  shownAt = performance.now()
  root = createRoot(place())
  root.render(<MantineProvider>{next}</MantineProvider>)
}
window.drawn = () => {
  count()
  noteTasks(tasks.takeRecords())
  const isSettled = most > 0 && place().querySelector('[role="status"], [aria-busy]') === null
  return { most, longest, isSettled }
}

declare global {
  interface Window {
    put(kind: string, text: string): void
    draw(): void
    drawn(): Drawn
  }
}
