import { basename, dirname, join } from 'node:path'
import ts from 'typescript'

/** A program that a file starts; `name` is null where the file does not show which one. */
export type StartedProgram = { file: string; line: number; name: string | null; expression: string }

/** Node's functions that start the program of their first argument. */
const starters = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync'])

/** Words of a shell before a command. */
const beforeCommand = new Set(['!', '{', 'do', 'else', 'exec', 'if', 'then', 'until', 'while'])
/** Commands that a shell has itself, and the other words with which its lines begin. */
const ofShell = new Set(
  ': [ } cd done echo exit export fi for printf read set shift test trap true ulimit unset wait'.split(' '),
)

/**
 * Finds the programs that source files start: the first argument of Node's functions, followed through variables, arrays, functions and
 * the callers of functions, and the commands of shell scripts that the files write or pass to a shell. What is among the project's packages is left out.
 *
 * @param files - texts by path, with slashes
 */
export function startedPrograms(files: ReadonlyMap<string, string>): StartedProgram[] {
  const { sources, checker } = compile(files)
  const { endsOf, firstOf, textOf } = createValues(checker, callsByFunction(sources, checker))
  const found = new Map<string, StartedProgram>()
  const note = (node: ts.Node, name: string | null) => {
    const source = node.getSourceFile()
    const file = source.fileName.slice(1)
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    found.set(`${file}:${line} ${name}`, { file, line, name, expression: node.getText().replace(/\n.*/s, '') })
  }
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isStart(node, checker)) {
      const [program] = node.arguments
      if (program === undefined) note(node, null)
      else
        for (const end of ts.isSpreadElement(program) ? firstOf(program.expression) : endsOf(program)) {
          if (!ts.isStringLiteralLike(end)) {
            if (!isOwn(end)) note(end, null)
          } else if (end.text !== '') note(end, basename(end.text))
        }
    }
    const script = scriptOf(node)
    if (script !== undefined) for (const program of commandsOf(textOf(script))) note(script, basename(program))
    ts.forEachChild(node, look)
  }
  for (const source of sources) look(source)
  return [...found.values()]
}

/** The project's own Node, or a program among its packages. */
const isOwn = (node: ts.Node): boolean => /\bexecPath$|^join\(.*'node_modules/.test(node.getText())

/** The shell script that a node is: the text of a file, or what a shell is given after `-c`. */
function scriptOf(node: ts.Node): ts.Node | undefined {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    return /^.#!\/bin\/(?:ba)?sh\b/.test(node.getText()) ? node : undefined
  if (!ts.isArrayLiteralExpression(node)) return undefined
  const at = node.elements.findIndex((element) => ts.isStringLiteralLike(element) && element.text === '-c')
  const before = node.elements[at - 1]
  const isShell = at === 0 || (before && ts.isStringLiteralLike(before) && /^(?:\/bin\/)?(?:ba)?sh$/.test(before.text))
  return isShell ? node.elements[at + 1] : undefined
}

/** The names of the programs with which the commands of a shell script begin. */
function commandsOf(script: string): string[] {
  const plain = script
    .replace(/^#.*$/gm, '')
    .replace(/'[^']*'|"[^"]*"/g, '$quoted')
    .replace(/\d*[<>]+&?\s*\S+/g, '')
  return plain.split(/[\n;|&`()]/).flatMap((command) => {
    const words = command.split(/\s+/).filter((word) => word !== '')
    const name = words.find((word) => !beforeCommand.has(word) && !/^\w+=/.test(word)) ?? ''
    return /^[\w./-]+$/.test(name) && !ofShell.has(name) ? [name] : []
  })
}

/** Binds the files alone: no library, no package, nothing that they import from elsewhere. */
function compile(files: ReadonlyMap<string, string>) {
  const parsed = new Map(
    [...files].map(([path, text]) => [`/${path}`, ts.createSourceFile(`/${path}`, text, ts.ScriptTarget.Latest, true)]),
  )
  const host: ts.CompilerHost = {
    getSourceFile: (path) => parsed.get(path),
    fileExists: (path) => parsed.has(path),
    readFile: (path) => parsed.get(path)?.text,
    resolveModuleNames: (names, from) =>
      names.map((name) => {
        const resolvedFileName = join(dirname(from), name)
        return parsed.has(resolvedFileName) ? { resolvedFileName } : undefined
      }),
    getDefaultLibFileName: () => '/none',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => {},
  }
  const options = { allowJs: true, noLib: true, allowImportingTsExtensions: true, noEmit: true }
  const program = ts.createProgram([...parsed.keys()], options, host)
  return { sources: [...parsed.values()], checker: program.getTypeChecker() }
}

/** The declaration of a name, in whichever file it is. */
function declarationOf(name: ts.Node, checker: ts.TypeChecker): ts.Declaration | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  if (symbol === undefined) return undefined
  const origin = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return (origin.declarations ?? symbol.declarations)?.[0]
}

/** Tells whether a call is one of Node's functions that start a program, by its own name or as a promise. */
function isStart(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  const isStarter = (callee: ts.Expression): boolean => {
    if (ts.isCallExpression(callee)) {
      const [given] = callee.arguments
      return callee.expression.getText() === 'promisify' && given !== undefined && isStarter(given)
    }
    if (!ts.isIdentifier(callee)) return false
    const declaration = checker.getSymbolAtLocation(callee)?.declarations?.[0]
    if (declaration === undefined) return false
    if (ts.isImportSpecifier(declaration)) {
      const from = declaration.parent.parent.parent.moduleSpecifier.getText()
      return from === "'node:child_process'" && starters.has((declaration.propertyName ?? declaration.name).text)
    }
    return (
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined &&
      isStarter(declaration.initializer)
    )
  }
  return isStarter(call.expression)
}

function callsByFunction(sources: readonly ts.SourceFile[], checker: ts.TypeChecker) {
  const calls = new Map<ts.Node, ts.CallExpression[]>()
  const look = (node: ts.Node): void => {
    ts.forEachChild(node, look)
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return
    const callee = functionOf(declarationOf(node.expression, checker))
    if (callee !== undefined) calls.set(callee, [...(calls.get(callee) ?? []), node])
  }
  for (const source of sources) look(source)
  return calls
}

type AnyFunction = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression

function functionOf(declaration: ts.Node | undefined): AnyFunction | undefined {
  if (declaration === undefined) return undefined
  const held = ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration
  const isFunction =
    held && (ts.isFunctionDeclaration(held) || ts.isArrowFunction(held) || ts.isFunctionExpression(held))
  return isFunction ? held : undefined
}

/** Follows expressions to the literals and arrays that they can stand for. */
function createValues(checker: ts.TypeChecker, calls: ReadonlyMap<ts.Node, readonly ts.CallExpression[]>) {
  /** The expressions at the ends of the ways that an expression can take; one that leads nowhere is its own end. */
  const endsOf = (node: ts.Node, seen: ReadonlySet<ts.Node> = new Set()): ts.Node[] => {
    if (seen.has(node)) return []
    const follow = (...next: readonly (ts.Node | undefined)[]) =>
      next.flatMap((each) => (each === undefined ? [] : endsOf(each, new Set([...seen, node]))))
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
      return follow(node.expression)
    if (ts.isAwaitExpression(node)) return follow(node.expression)
    if (ts.isConditionalExpression(node)) return follow(node.whenTrue, node.whenFalse)
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      return follow(node.left, node.right)
    if (ts.isCallExpression(node)) {
      const callee = ts.isIdentifier(node.expression) && functionOf(declarationOf(node.expression, checker))
      return !callee ? [node] : follow(...resultsOf(callee))
    }
    if (ts.isElementAccessExpression(node)) {
      const held = endsOf(node.expression, new Set([...seen, node]))
      if (node.argumentExpression.getText() === '0') return held.flatMap((each) => firstOf(each))
      return held.flatMap((each) => (ts.isObjectLiteralExpression(each) ? follow(...valuesOf(each)) : [node]))
    }
    if (ts.isPropertyAccessExpression(node) && node.name.text !== 'execPath')
      return endsOf(node.expression, new Set([...seen, node])).flatMap((each) =>
        ts.isObjectLiteralExpression(each) ? follow(...valuesOf(each, node.name.text)) : [node],
      )
    if (ts.isIdentifier(node)) {
      const declaration = declarationOf(node, checker)
      if (declaration === undefined) return node.text === 'undefined' ? [] : [node]
      if (ts.isVariableDeclaration(declaration))
        return declaration.initializer ? follow(declaration.initializer) : [node]
      if (ts.isParameter(declaration)) {
        const given = givenTo(declaration)
        return given.length === 0 ? [node] : follow(declaration.initializer, ...given)
      }
      if (ts.isBindingElement(declaration)) {
        const holder = declaration.parent.parent
        const held = ts.isParameter(holder) ? givenTo(holder) : holder.initializer ? [holder.initializer] : []
        if (held.length === 0) return [node]
        const ends = held.flatMap((each) => endsOf(each, new Set([...seen, node])))
        const isFirst = ts.isArrayBindingPattern(declaration.parent) && declaration.parent.elements[0] === declaration
        const name = (declaration.propertyName ?? declaration.name).getText()
        const picked = ends.flatMap((each) => {
          if (isFirst) return firstOf(each)
          return ts.isObjectLiteralExpression(each) ? follow(...valuesOf(each, name)) : [each]
        })
        return [...follow(declaration.initializer), ...picked]
      }
    }
    return node.kind === ts.SyntaxKind.NullKeyword ? [] : [node]
  }

  const givenTo = (parameter: ts.ParameterDeclaration): ts.Node[] => {
    const at = parameter.parent.parameters.indexOf(parameter)
    return (calls.get(parameter.parent) ?? []).flatMap((call) => call.arguments[at] ?? [])
  }

  const firstOf = (node: ts.Node): ts.Node[] =>
    endsOf(node).flatMap((end) => (ts.isArrayLiteralExpression(end) ? firstElement(end.elements) : [end]))

  const firstElement = ([first, ...rest]: readonly ts.Expression[]): ts.Node[] => {
    if (first === undefined) return []
    if (!ts.isSpreadElement(first)) return endsOf(first)
    const mayBeEmpty = endsOf(first.expression).some(
      (end) => ts.isArrayLiteralExpression(end) && end.elements.length === 0,
    )
    return [...firstOf(first.expression), ...(mayBeEmpty ? firstElement(rest) : [])]
  }

  /** Every text that an expression can stand for, one a line; what is not known is `$unknown`, which a shell takes for a variable. */
  const textOf = (node: ts.Node): string =>
    endsOf(node)
      .map((end) => {
        if (ts.isStringLiteralLike(end)) return end.text
        if (!ts.isTemplateExpression(end)) return '$unknown'
        return end.templateSpans.reduce((text, { expression, literal }) => {
          // Elsewhere than at the beginning of a command, several texts would look like several commands.
          const given = textOf(expression)
          const isCommand = /(?:^|[\n;|&({])\s*$/.test(text)
          return text + (isCommand || !given.includes('\n') ? given : '$unknown') + literal.text
        }, end.head.text)
      })
      .join('\n')

  return { endsOf, firstOf, textOf }
}

function resultsOf(callee: AnyFunction): ts.Node[] {
  if (callee.body === undefined) return []
  if (!ts.isBlock(callee.body)) return [callee.body]
  const results: ts.Node[] = []
  const look = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression !== undefined) results.push(node.expression)
    ts.forEachChild(node, look)
  }
  look(callee.body)
  return results
}

/** The values of an object's properties, or of the named one. */
const valuesOf = (object: ts.ObjectLiteralExpression, name?: string): ts.Node[] =>
  object.properties.flatMap((property) => {
    if (name !== undefined && property.name?.getText() !== name) return []
    if (ts.isShorthandPropertyAssignment(property)) return [property.name]
    return ts.isPropertyAssignment(property) ? [property.initializer] : []
  })
