import { fromMarkdown } from 'mdast-util-from-markdown'
import { isOnePiece } from '../text-pieces.ts'

/** Elements of formatted text; `span` is an inert link, and `img` a picture of our own text. */
export type FormattedTag =
  | 'p'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'em'
  | 'strong'
  | 'code'
  | 'pre'
  | 'blockquote'
  | 'ol'
  | 'ul'
  | 'li'
  | 'hr'
  | 'br'
  | 'span'
  | 'img'

/**
 * Formatted text: strings and elements. `title` is the address of a link or picture; `start` is an ordered list's first number.
 */
export type Formatted = string | { tag: FormattedTag; children: Formatted[]; title?: string; start?: number }

/** Deeper than texts are in practice, and far below what a recursive renderer can handle. */
const maxDepth = 24
/** This many elements and strings can be drawn within one frame. */
const maxNodes = 2_000
/** The most characters of a list or quotation, which the browser lays out as a whole if any of it is in view. */
const maxTogether = 20_000

type Block = ReturnType<typeof fromMarkdown>['children'][number]
type Node = Block | Extract<Block, { type: 'paragraph' }>['children'][number]

class TooMuch extends Error {}

/**
 * Formats Markdown: raw HTML stays text, images are left out, and links keep their address only if it is https or mailto. Some
 * texts take quadratic time, so long ones should be formatted in a worker; see `format-in-worker.ts`.
 *
 * @param isOwn - true for text that is part of Steward: pictures and all addresses are kept
 * @returns null if drawing would take too long: nested too deeply, too many elements, or words that are slow to lay out
 */
export function formatMarkdown(text: string, isOwn = false): Formatted[] | null {
  const { children } = fromMarkdown(text)
  const count = { nodes: 0 }
  try {
    const addresses = new Map<string, string>()
    collectAddresses(children, addresses)
    return formatAll(children, { isOwn, count, addresses, depth: 0 })
  } catch (thrown) {
    if (thrown instanceof TooMuch) return null
    throw thrown
  }
}

type Within = {
  isOwn: boolean
  count: { nodes: number }
  addresses: ReadonlyMap<string, string>
  depth: number
}

function formatAll(nodes: readonly Node[], within: Within): Formatted[] {
  if (within.depth > maxDepth) throw new TooMuch()
  return nodes.flatMap((node) => {
    within.count.nodes += 1
    if (within.count.nodes > maxNodes) throw new TooMuch()
    return formatNode(node, within)
  })
}

const headings = { 1: 'h3', 2: 'h3', 3: 'h4', 4: 'h5', 5: 'h6', 6: 'h6' } as const

function formatNode(node: Node, within: Within): Formatted[] {
  const inside = (children: readonly Node[]) => formatAll(children, { ...within, depth: within.depth + 1 })
  switch (node.type) {
    case 'text':
      return [node.value]
    case 'html':
      return [node.value]
    case 'paragraph':
      return [block('p', inside(node.children))]
    // Headings in a record's text are ranked below those of the page.
    case 'heading':
      return [block(headings[node.depth], inside(node.children))]
    case 'code':
      return [block('pre', [{ tag: 'code', children: [node.value] }])]
    case 'blockquote':
      return [together('blockquote', inside(node.children))]
    case 'list': {
      const start = node.ordered && typeof node.start === 'number' && node.start !== 1 ? { start: node.start } : {}
      return [{ ...together(node.ordered ? 'ol' : 'ul', inside(node.children)), ...start }]
    }
    case 'listItem':
      return [{ tag: 'li', children: inside(node.children).flatMap(unwrapped(node.spread !== true)) }]
    case 'emphasis':
      return [{ tag: 'em', children: inside(node.children) }]
    case 'strong':
      return [{ tag: 'strong', children: inside(node.children) }]
    case 'inlineCode':
      return [{ tag: 'code', children: [node.value] }]
    case 'link':
      return [link(node.url, inside(node.children), within)]
    case 'linkReference':
      return [link(within.addresses.get(node.identifier), inside(node.children), within)]
    case 'image':
      return within.isOwn ? [{ tag: 'img', children: [node.alt ?? ''], title: node.url }] : []
    case 'thematicBreak':
      return [{ tag: 'hr', children: [] }]
    case 'break':
      return [{ tag: 'br', children: [] }]
    default:
      return []
  }
}

/** In a tight list, an item's paragraph is replaced by its content. */
const unwrapped =
  (isTight: boolean) =>
  (child: Formatted): Formatted[] =>
    isTight && typeof child !== 'string' && child.tag === 'p' ? child.children : [child]

function block(tag: FormattedTag, children: Formatted[]): Formatted {
  if (!isOnePiece(wordsOf(children))) throw new TooMuch()
  return { tag, children }
}

function together(tag: FormattedTag, children: Formatted[]) {
  if (wordsOf(children).length > maxTogether) throw new TooMuch()
  return { tag, children }
}

/** The text of formatted elements. */
export const wordsOf = (children: readonly Formatted[]): string =>
  children.map((child) => (typeof child === 'string' ? child : wordsOf(child.children))).join('')

function link(url: string | undefined, children: Formatted[], { isOwn }: Within): Formatted {
  const isShown = url !== undefined && (isOwn || /^(https|mailto):/i.test(url))
  return { tag: 'span', children, ...(isShown ? { title: url } : {}) }
}

/** Link definitions apply wherever they are in the document; the first one with a name wins. */
function collectAddresses(nodes: readonly Node[], addresses: Map<string, string>, depth = 0): void {
  if (depth > maxDepth) throw new TooMuch()
  for (const node of nodes) {
    if (node.type === 'definition' && !addresses.has(node.identifier)) addresses.set(node.identifier, node.url)
    if ('children' in node) collectAddresses(node.children, addresses, depth + 1)
  }
}
