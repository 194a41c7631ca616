import { fromMarkdown } from 'mdast-util-from-markdown'

/** A code block of a recipe: the whole text of a new file, or, in the language `diff`, an edit of an existing one. */
export type Block = { path: string; language: string; text: string }

/** A recipe of docs/recipes.md: its numbered steps, each with the blocks to apply in order. */
export type Recipe = { title: string; steps: Block[][] }

type Node = ReturnType<typeof fromMarkdown>['children'][number]

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map((child) => textOf(child as Node)).join('') : ''

function blocksIn(node: Node): Block[] {
  if (node.type === 'code') {
    if (!node.lang || !node.meta) throw new Error(`A block has no path: ${node.value.slice(0, 60)}`)
    return [{ path: node.meta, language: node.lang, text: node.value }]
  }
  return 'children' in node ? node.children.flatMap((child) => blocksIn(child as Node)) : []
}

/** Reads the recipes: each is a heading of the second level followed by a numbered list. */
export function readRecipes(markdown: string): Recipe[] {
  const recipes: Recipe[] = []
  let title = ''
  for (const node of fromMarkdown(markdown).children) {
    if (node.type === 'heading' && node.depth === 2) title = textOf(node)
    else if (title !== '' && node.type === 'list' && node.ordered)
      recipes.push({ title, steps: node.children.map((step) => blocksIn(step as Node)) })
  }
  return recipes
}

/**
 * Returns the file's text after a block. Hunks of a `diff` are separated by `@@`; a line begins with a space (context), `+` or `-`.
 * @param before the file's text; null if there is no such file
 * @throws Error if a new file exists already, or if a hunk's context is not in the file exactly once
 */
export function applyBlock(before: string | null, { path, language, text }: Block): string {
  if (language !== 'diff') {
    if (before !== null) throw new Error(`${path} exists already.`)
    return `${text}\n`
  }
  if (before === null) throw new Error(`There is no ${path}.`)
  return text.split(/^@@$/m).reduce((file, hunk) => applyHunk(file, hunk, path), before)
}

function applyHunk(file: string, hunk: string, path: string): string {
  const lines = hunk.split('\n').filter((line) => line !== '')
  const side = (sign: '+' | '-') =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(sign))
      .map((line) => `\n${line.slice(1)}`)
      .join('')
  const whole = `\n${file}`
  const parts = whole.split(`${side('-')}\n`)
  if (parts.length !== 2) throw new Error(`${path} has these lines ${parts.length - 1} times:${side('-')}`)
  return parts.join(`${side('+')}\n`).slice(1)
}
