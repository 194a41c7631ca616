import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

type Mistake = { what: string; file: string; right: string; wrong: string; error: string }

/** Each list is planted in one copy of the double; the errors of its mistakes stand on different lines. */
const copies: Mistake[][] = [
  [
    {
      what: 'a name of the module',
      file: 'index.ts',
      right: 'export { clipboard } from',
      wrong: 'export { clipboard as clipBoard } from',
      error: '"clipBoard"',
    },
    {
      what: "a method's name",
      file: 'menu.ts',
      right: 'getMenuItemById(id: string)',
      wrong: 'getItemById(id: string)',
      error: '"getItemById"',
    },
    {
      what: "a property's name",
      file: 'session.ts',
      right: 'readonly webRequest =',
      wrong: 'readonly netRequest =',
      error: '"netRequest"',
    },
    {
      what: "a property's type",
      file: 'web-frame-main.ts',
      right: 'readonly detached = false',
      wrong: "readonly detached = 'no'",
      error: '"detached"',
    },
    {
      what: "a constructor's parameter",
      file: 'notification.ts',
      right: 'constructor(options: Options = {})',
      wrong: 'constructor(options: Options = {}, _more = 1)',
      error: '"the constructor"',
    },
    {
      what: "a callback's parameter",
      file: 'web-contents.ts',
      right: 'callback?: (success: boolean, reason: string) => void',
      wrong: 'callback?: (reason: string) => void',
      error: '"print"',
    },
    {
      what: "an event's name",
      file: 'app.ts',
      right: "this.emit('will-quit', event)",
      wrong: "this.emit('will-exit', event)",
      error: '"will-exit"',
    },
    {
      what: 'a missing argument of an event',
      file: 'browser-window.ts',
      right: "app.emit('browser-window-focus', new CancellableEvent(), this)",
      wrong: "app.emit('browser-window-focus', new CancellableEvent())",
      error: 'browser-window.ts.*Expected 3 arguments',
    },
    {
      what: 'events of another module',
      file: 'utility-process.ts',
      right: 'EventsOf<Electron.UtilityProcess>',
      wrong: 'EventsOf<Electron.App>',
      error: 'Differences<UtilityProcess',
    },
  ],
  [
    {
      what: 'one parameter more',
      file: 'shell.ts',
      right: 'showItemInFolder(fullPath: string)',
      wrong: 'showItemInFolder(fullPath: string, _select?: boolean)',
      error: '"showItemInFolder"',
    },
    {
      what: "a result's type",
      file: 'app.ts',
      right: 'getAppPath(): string {\n    return',
      wrong: 'getAppPath(): URL {\n    return new URL(import.meta.url) ??',
      error: '"getAppPath"',
    },
    {
      what: "a static method's result",
      file: 'notification.ts',
      right: 'static isSupported(): boolean {\n    return machine',
      wrong: 'static isSupported(): number {\n    return +machine',
      error: '"isSupported"',
    },
    {
      what: 'an option',
      file: 'dialog.ts',
      right: 'const { defaultPath = ',
      wrong: 'const { defaultFolder: defaultPath = ',
      error: "'defaultFolder' does not exist",
    },
    {
      what: "an event's argument",
      file: 'web-contents.ts',
      right: "this.emit('render-process-gone', new CancellableEvent(), details)",
      wrong: "this.emit('render-process-gone', new CancellableEvent(), details.reason)",
      error: 'web-contents.ts.*TS2345',
    },
  ],
  [
    {
      what: 'a result that is a promise',
      file: 'clipboard.ts',
      right: 'async writeText(text: string): Promise<void>',
      wrong: 'writeText(text: string): void',
      error: '"writeText"',
    },
    {
      what: "a parameter's type",
      file: 'app.ts',
      right: 'setAppUserModelId(id: string)',
      wrong: 'setAppUserModelId(id: string & { length: 1 })',
      error: '"setAppUserModelId"',
    },
  ],
]

const root = process.cwd()
let folder: string
let errors: string[]

async function plant(copy: string, { file, right, wrong }: Mistake): Promise<void> {
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  expect(text).toContain(right)
  await writeFile(path, text.replace(right, wrong))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-surface-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [number, mistakes] of copies.entries()) {
    const copy = join(folder, `${number}`)
    await cp(join(root, 'tests/doubles/electron'), copy, { recursive: true })
    for (const mistake of mistakes) await plant(copy, mistake)
  }
  const typeRoots = [join(root, 'node_modules/@types')]
  const settings = { extends: join(root, 'tests/tsconfig.json'), compilerOptions: { typeRoots }, include: ['*/*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const compile = [join(root, 'node_modules/typescript7/bin/tsc'), '-p', folder, '--noEmit', '--pretty', 'false']
  const { stdout } = await promisify(execFile)(process.execPath, compile, { cwd: folder }).catch(
    (failure: { stdout: string }) => failure,
  )
  errors = stdout.split('\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it.each(copies.flatMap((mistakes, number) => mistakes.map((mistake) => ({ number, ...mistake }))))(
  'a double of Electron with a wrong $what does not compile',
  ({ number, error }) => {
    const own = errors.filter((line) => line.startsWith(`${number}/`))
    expect(own.filter((line) => new RegExp(error).test(line))).not.toEqual([])
  },
)
