import { MantineProvider } from '@mantine/core'
import { createRoot, type Root } from 'react-dom/client'
import { LongText } from '../../../renderer/components/LongText.tsx'
import { MarkdownText } from '../../../renderer/components/MarkdownText.tsx'
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
const place = () => document.getElementById('root') as HTMLElement
const count = () => {
  most = Math.max(most, place().getElementsByTagName('*').length)
}
new MutationObserver(count).observe(place(), { childList: true, subtree: true })
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
}).observe({ entryTypes: ['longtask'] })

function element(kind: string, text: string) {
  if (kind === 'note') return <LongText text={text} />
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

/** Draws a text in place of the one before; `drawn` tells what it took so far. */
window.draw = (kind, text) => {
  root?.unmount()
  most = 0
  longest = 0
  root = createRoot(place())
  root.render(<MantineProvider>{element(kind, text)}</MantineProvider>)
}
window.drawn = () => {
  count()
  const isSettled = most > 0 && place().querySelector('[role="status"], [aria-busy]') === null
  return { most, longest, isSettled }
}

declare global {
  interface Window {
    draw(kind: string, text: string): void
    drawn(): Drawn
  }
}
