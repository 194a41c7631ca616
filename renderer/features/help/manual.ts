import { plainLine } from '../../../shared/domain/plain-markdown.ts'

/** Texts and pictures are part of the build: Help needs no network. */
const files: Readonly<Record<string, string>> = import.meta.glob('../../../docs/manual/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const pictures: Readonly<Record<string, string>> = import.meta.glob('../../../docs/manual/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** A heading with the text below it, up to the next heading. Its anchor is empty at the beginning of a topic. */
export type ManualPart = { anchor: string; heading: string; text: string }

export type Topic = {
  /** The file's name without `.md`. */
  name: string
  title: string
  /** Markdown without the title. */
  text: string
  parts: readonly ManualPart[]
}

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

function partsOf(text: string): ManualPart[] {
  const parts: ManualPart[] = [{ anchor: '', heading: '', text: '' }]
  for (const line of text.split('\n')) {
    const heading = /^#{2,} (.+)$/.exec(line)?.[1]
    const last = parts.at(-1)
    if (heading !== undefined) parts.push({ anchor: anchorOf(heading), heading, text: '' })
    else if (last && !line.startsWith('![')) last.text = `${last.text} ${plainLine(line).trim()}`.trim()
  }
  return parts
}

/** Reads one file of the manual: its first line is its title. */
function readTopic(name: string, file: string): Topic {
  const [first = '', ...others] = file.split('\n')
  const text = others.join('\n').trim()
  return { name, title: first.replace(/^# /, ''), text, parts: partsOf(text) }
}

/** Every topic by its name. */
export const topics: ReadonlyMap<string, Topic> = new Map(
  Object.entries(files).map(([path, file]) => {
    const name = nameOf(path).replace(/\.md$/, '')
    return [name, readTopic(name, file)]
  }),
)

const addresses = new Map(Object.entries(pictures).map(([path, address]) => [`pictures/${nameOf(path)}`, address]))

/** The address of a picture that the manual names; undefined if there is none. */
export const pictureAt = (path: string): string | undefined => addresses.get(path)
