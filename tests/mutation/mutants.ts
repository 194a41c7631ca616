import ts from 'typescript'

/** One small change of a source file. */
export type Mutant = {
  /** Path from the project's root. */
  path: string
  /** Span of the original text, in UTF-16 code units. */
  start: number
  end: number
  /** What replaces it. */
  replacement: string
  kind: 'condition' | 'boundary' | 'operator' | 'call' | 'constant' | 'filter'
}

const operators: Readonly<Record<string, { replacement: string; kind: Mutant['kind'] }>> = {
  '<': { replacement: '<=', kind: 'boundary' },
  '<=': { replacement: '<', kind: 'boundary' },
  '>': { replacement: '>=', kind: 'boundary' },
  '>=': { replacement: '>', kind: 'boundary' },
  '===': { replacement: '!==', kind: 'operator' },
  '!==': { replacement: '===', kind: 'operator' },
  '&&': { replacement: '||', kind: 'operator' },
  '||': { replacement: '&&', kind: 'operator' },
  '-': { replacement: '+', kind: 'operator' },
  '*': { replacement: '/', kind: 'operator' },
  '/': { replacement: '*', kind: 'operator' },
  '%': { replacement: '*', kind: 'operator' },
  '+=': { replacement: '-=', kind: 'operator' },
  '-=': { replacement: '+=', kind: 'operator' },
}

/** Statements that only log, give a turn or end a timer early change nothing that a test could see. */
const unseenCalls = /^(?:await )?(?:console\.|log\.|logger\.|clearTimeout\(|turn\()|\.unref\(\)$/

/**
 * Every small change that can be made to a source file: a condition is always or never true, a boundary moves by one, an operator is its
 * opposite, a call whose result is not used is left out, a number or a boolean is another, a filter lets everything pass.
 */
export function mutantsOf(path: string, text: string): Mutant[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const add = (node: ts.Node, replacement: string, kind: Mutant['kind']) =>
    found.push({ path, start: node.getStart(file), end: node.end, replacement, kind })

  const addCondition = (condition: ts.Expression) => {
    add(condition, 'true', 'condition')
    add(condition, 'false', 'condition')
  }

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isEnumDeclaration(node)) return
    if (ts.isIfStatement(node)) addCondition(node.expression)
    else if (ts.isConditionalExpression(node)) addCondition(node.condition)
    else if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText(file)
      const change = operators[operator]
      if (change) add(node.operatorToken, change.replacement, change.kind)
      else if (operator === '+' && isNumeric(node)) add(node.operatorToken, '-', 'operator')
    } else if (ts.isExpressionStatement(node)) {
      const text = node.expression.getText(file)
      const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression
      if (ts.isCallExpression(call) && !unseenCalls.test(text)) add(node, ';', 'call')
    } else if (ts.isCallExpression(node) && isFilter(node)) {
      add(node.arguments[0] as ts.Expression, '() => true', 'filter')
    } else if (ts.isNumericLiteral(node) && isPlainNumber(node.text)) {
      add(node, String(Number(node.text) + 1), 'constant')
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false', 'constant')
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true', 'constant')
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** A sum, and not two texts put together, as far as the code says. */
const isNumeric = ({ left, right }: ts.BinaryExpression): boolean =>
  ![left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side)) &&
  [left, right].some(
    (side) => ts.isNumericLiteral(side) || /(?:length|count|size|index|at|total)$/i.test(side.getText()),
  )

const isFilter = ({ expression, arguments: given }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(expression) && expression.name.text === 'filter' && given.length === 1

const isPlainNumber = (text: string): boolean => /^\d+$/.test(text)

/** A file's text with a mutant in it. */
export const withMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** Where a mutant is, as `path:line`, and its change in one line. */
export function describeMutant(text: string, mutant: Mutant): { place: string; change: string } {
  const line = text.slice(0, mutant.start).split('\n').length
  const original = text.slice(mutant.start, mutant.end).replaceAll(/\s+/g, ' ')
  const whole = (text.split('\n')[line - 1] ?? '').trim()
  return { place: `${mutant.path}:${line}`, change: `${original} → ${mutant.replacement}   in   ${whole}` }
}
