import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Outline = { title: string; items: Outline[] }
type Tag = { role?: string; children?: Tag[]; type?: string }

/** A PDF as pdf.js reads it. */
export type ReadPdf = {
  /** The text of each page, with blanks between its pieces. */
  pages: string[]
  /** The lines of text of each page, from top to bottom, without what its margins repeat. */
  lines: string[][]
  title: string
  lang: string | null
  /** Titles of the outline, depth first. */
  outline: string[]
  /** The roles of the structure tree of each page, depth first. */
  roles: string[][]
  hasScripts: boolean
  /** Addresses of links and other annotations. */
  links: string[]
}

const flat = (items: readonly Outline[]): string[] =>
  items.flatMap(({ title, items: inner }) => [title, ...flat(inner)])

const rolesIn = (tag: Tag | null): string[] =>
  tag === null ? [] : [...(tag.role === undefined ? [] : [tag.role]), ...(tag.children ?? []).flatMap(rolesIn)]

/** The margins of a pack, in points: its header and page numbers are in them. */
const [head, foot] = [22 * (72 / 25.4), 20 * (72 / 25.4)]

/** Texts by their baseline. A line may have several, of which one is raised or smaller. */
function linesOf(items: readonly object[], height: number): string[] {
  const lines = new Map<number, string>()
  for (const item of items) {
    if (!('str' in item && 'transform' in item) || String(item.str).trim() === '') continue
    const y = Number((item.transform as number[])[5])
    if (y > height - head || y < foot) continue
    const near = [...lines.keys()].find((other) => Math.abs(other - y) < 3) ?? y
    lines.set(near, `${lines.get(near) ?? ''} ${item.str}`.trim())
  }
  return [...lines].toSorted(([one], [other]) => other - one).map(([, text]) => text)
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The array is handed over to pdf.js.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
  const pdf: PDFDocumentProxy = await task.promise
  try {
    const numbers = Array.from({ length: pdf.numPages }, (_, at) => at + 1)
    const pages: string[] = []
    const lines: string[][] = []
    const roles: string[][] = []
    const links: string[] = []
    for (const number of numbers) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
      // A minus sign may come from another font than the digits, and so be a piece of its own.
      pages.push(text.replace(/\s+/g, ' ').replaceAll('\u2212 ', '\u2212'))
      lines.push(linesOf(items, page.view[3] ?? 0))
      roles.push(rolesIn((await page.getStructTree()) as Tag | null))
      const annotations: { url?: string }[] = await page.getAnnotations()
      links.push(...annotations.map(({ url }) => url ?? ''))
    }
    const { info } = await pdf.getMetadata()
    const facts = info as { Title?: string; Language?: string | null }
    return {
      pages,
      lines,
      roles,
      links,
      title: facts.Title ?? '',
      lang: facts.Language ?? null,
      outline: flat(((await pdf.getOutline()) ?? []) as Outline[]),
      hasScripts: (await pdf.getJSActions()) !== null,
    }
  } finally {
    await task.destroy()
  }
}
