import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

type Range = { startOffset: number; endOffset: number; count: number }
type Report = { result: { url: string; functions: { ranges: Range[] }[] }[] }

/** For each source file that was loaded, by path from the root: which of its UTF-16 code units ran. */
export type Ran = ReadonlyMap<string, Uint8Array>

/**
 * Merges the reports that V8 wrote into a folder, one for each process and thread. Sources ran with their types blanked out, so offsets are
 * those of the files.
 */
export function readCoverage(folder: string, root: string): Ran {
  const ran = new Map<string, Uint8Array>()
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report
    for (const { url, functions } of result) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) continue
      const path = relative(root, fileURLToPath(url)).replaceAll('\\', '/')
      if (path.startsWith('..') || path.startsWith('node_modules')) continue
      const here = ranHere(functions.flatMap(({ ranges }) => ranges))
      const before = ran.get(path)
      ran.set(path, before ? united(before, here) : here)
    }
  }
  return ran
}

/** Ranges nest: what is inside of another is more exact. */
function ranHere(ranges: readonly Range[]): Uint8Array {
  const size = Math.max(0, ...ranges.map(({ endOffset }) => endOffset))
  const flags = new Uint8Array(size)
  const outerFirst = [...ranges].sort(
    (one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset,
  )
  for (const { startOffset, endOffset, count } of outerFirst) flags.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return flags
}

const united = (one: Uint8Array, other: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: Math.max(one.length, other.length) }, (_, at) => (one[at] || other[at] ? 1 : 0))

/** A statement that never ran inside of a function that may have: its line, the function it is in, and its first line of code. */
export type BlindSpot = { line: number; within: string; code: string }

/** The outermost statements of a file that never ran. Of a function that never ran this is its whole body. */
export function blindSpotsOf(
  path: string,
  text: string,
  flags: Uint8Array | undefined,
): { spots: BlindSpot[]; statements: number } {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const spots: BlindSpot[] = []
  let statements = 0
  const visit = (node: ts.Node, within: string, isBlind: boolean): void => {
    const name = nameOf(node) ?? within
    const isStatement = isRunning(node)
    if (isStatement) statements += 1
    const isMissed = isStatement && flags?.[node.getStart(file)] !== 1
    if (isMissed && !isBlind) {
      const start = node.getStart(file)
      const line = file.getLineAndCharacterOfPosition(start).line
      spots.push({ line: line + 1, within: name, code: (text.split('\n')[line] ?? '').trim() })
    }
    ts.forEachChild(node, (child) => visit(child, name, isBlind || isMissed))
  }
  visit(file, '', false)
  return { spots, statements }
}

/** Statements that run, and functions that are one expression. */
const isRunning = (node: ts.Node): boolean =>
  ts.isExpressionStatement(node) ||
  ts.isReturnStatement(node) ||
  ts.isThrowStatement(node) ||
  ts.isVariableStatement(node) ||
  (ts.isArrowFunction(node.parent ?? node) && (node.parent as ts.ArrowFunction).body === node && !ts.isBlock(node))

function nameOf(node: ts.Node): string | null {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText() ?? null
  if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
    return node.name.getText()
  if (ts.isPropertyAssignment(node) && ts.isArrowFunction(node.initializer)) return node.name.getText()
  return null
}
